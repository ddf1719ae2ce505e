import { withoutPasswords } from "../../../client/http/secrets/passwords";
import type { Values } from "../../../kernel/values";
import { readEvidence } from "../../ownership/evidence";
import { type Exported, exportedIn } from "../../ownership/exported";
import type { PendingCreation } from "../../ownership/verdict";
import { markerOf } from "../../planning/marker";
import type { Followed } from "../../planning/rules";
import type { RecordedState, RunStack, Witnesses } from "../../session/run";
import { runPulumi } from "./pulumi";

/**
 * The ids in the stack's state, as this process knows them. The calls of check, diff, read, update and delete contain
 * recorded values, but the call of a create contains only new inputs. `up --replace` and `state taint` make the engine skip the earlier calls, and no
 * call shows resources that wait for their deletion. In these cases, Podwright reads the state itself. Otherwise it
 * would mistake the recorded item for an item of a killed run and refuse the replacement.
 */
export class SeenState implements RecordedState {
  readonly followed = new Map<string, Followed>();
  /** Number of the engine's run. A debugged plugin serves several runs, and a killed run leaves its last call open. */
  run = 0;
  readonly users: RecordedState["users"] = new Map();
  readonly #markers = new Set<string>();
  readonly #exports = new Map<string, Promise<NamedExport>>();
  readonly #witnesses = new Map<string, { readonly since: number; readonly found: Promise<Witnesses> }>();

  /** Remembers inputs or outputs that come from the state. */
  see(recorded: Values): void {
    const marker = markerOf(recorded);
    if (marker !== undefined) this.#markers.add(marker);
  }

  knows(marker: string): boolean {
    return this.#markers.has(marker);
  }

  async ids(stack: RunStack, signal: AbortSignal): Promise<ReadonlySet<string>> {
    return new Set((await this.providers(stack, signal)).keys());
  }

  async providers(stack: RunStack, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    return (await this.#exported(stack, signal)).state.providers;
  }

  async pending(stack: RunStack, signal: AbortSignal): Promise<readonly PendingCreation[]> {
    return (await this.#exported(stack, signal)).state.pending;
  }

  async witnesses(stack: RunStack, since: number, signal: AbortSignal): Promise<Witnesses> {
    const name = nameOf(stack);
    const known = this.#witnesses.get(name);
    const asked =
      known !== undefined && known.since <= since ? known : { since, found: this.#ask(stack, since, signal) };
    this.#witnesses.set(name, asked);
    try {
      return await asked.found;
    } catch (error) {
      this.#witnesses.delete(name);
      throw error;
    }
  }

  async #ask(stack: RunStack, since: number, signal: AbortSignal): Promise<Witnesses> {
    const { name, state } = await this.#exported(stack, signal);
    const pulumi = (args: readonly string[]) => output(args, signal);
    const fullName = name.includes("/") ? name : (await pulumi(fullNameOf(name))).trim();
    const evidence = await readEvidence({ pulumi, fullName, cwd: process.cwd(), signal }, state, since);
    return { ...evidence, urns: state.urns };
  }

  /**
   * Reads the state once for a burst of creates. This process itself knows the resources that it creates afterwards.
   */
  async #exported(stack: RunStack, signal: AbortSignal): Promise<NamedExport> {
    const name = nameOf(stack);
    const exporting = this.#exports.get(name) ?? exportedOf(stack, signal);
    this.#exports.set(name, exporting);
    try {
      return await exporting;
    } catch (error) {
      this.#exports.delete(name);
      throw error;
    }
  }

  /** Forgets everything when another run of the engine starts, because the state may have changed. */
  forget(): void {
    this.followed.clear();
    this.run += 1;
    this.users.clear();
    this.#exports.clear();
    this.#witnesses.clear();
  }
}

function nameOf({ organization, project, stack }: RunStack): string {
  return `${organization}/${project}/${stack}`;
}

/** An exported state, with the stack's name that Pulumi accepted. */
interface NamedExport {
  readonly name: string;
  readonly state: Exported;
}

/**
 * Exports the stack. If the organization is unknown, it first tries "organization", the only organization of a file
 * backend. With that name, the command needs no project file. Programs of the Automation API have no such file.
 * Otherwise Pulumi takes the user's organization.
 */
async function exportedOf({ organization, project, stack }: RunStack, signal: AbortSignal): Promise<NamedExport> {
  if (organization !== "-") return await exported(nameOf({ organization, project, stack }), signal);
  try {
    return await exported(`organization/${project}/${stack}`, signal);
  } catch {
    signal.throwIfAborted();
    return await exported(stack, signal);
  }
}

/** Runs `pulumi stack export`. The command needs no lock and no key, because secrets stay encrypted. */
async function exported(name: string, signal: AbortSignal): Promise<NamedExport> {
  return { name, state: exportedIn(await output(["stack", "export", "--stack", name], signal)) };
}

function fullNameOf(stack: string): readonly string[] {
  return ["stack", "--show-name", "--fully-qualify-stack-names", "--stack", stack];
}

async function output(args: readonly string[], signal: AbortSignal): Promise<string> {
  const all = [...args, "--non-interactive", "--color", "never"];
  const { exitCode, stdout, stderr } = await runPulumi(all, { cwd: process.cwd(), env: process.env, signal });
  if (exitCode === 0) return stdout;
  throw new Error(
    withoutPasswords(stderr)
      .trim()
      .replace(/^error: /, "") || `\`pulumi ${args.slice(0, 2).join(" ")}\` failed`,
  );
}
