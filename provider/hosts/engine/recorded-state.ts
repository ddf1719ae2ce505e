import { markerOf } from "../../planning/marker";
import type { Followed } from "../../planning/rules";
import type { RecordedState, RunStack } from "../../session/run";
import { isRecord, type Values } from "../../values/values";
import { runPulumi } from "./pulumi";

/**
 * The ids in the stack's state, as this process knows them. The calls of check, diff, read, update and delete contain
 * recorded values, but the call of a create contains only new inputs. `up --replace` and `state taint` make the engine skip the earlier calls, and no
 * call shows resources that wait for their deletion. In these cases, Podwright reads the state itself. Otherwise it
 * would mistake the recorded item for an item of a killed run and refuse the replacement.
 */
export class SeenState implements RecordedState {
  readonly followed = new Map<string, Followed>();
  readonly #markers = new Set<string>();
  readonly #exports = new Map<string, Promise<ReadonlyMap<string, string>>>();

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

  /**
   * Reads the state once for a burst of creates. This process itself knows the resources that it creates afterwards.
   */
  async providers(stack: RunStack, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const name = `${stack.organization}/${stack.project}/${stack.stack}`;
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
    this.#exports.clear();
  }
}

/**
 * Exports the stack. If the organization is unknown, it first tries "organization", the only organization of a file
 * backend. With that name, the command needs no project file. Programs of the Automation API have no such file.
 * Otherwise Pulumi takes the user's organization.
 */
async function exportedOf({ organization, project, stack }: RunStack, signal: AbortSignal) {
  if (organization !== "-") return await exportedProviders(`${organization}/${project}/${stack}`, signal);
  try {
    return await exportedProviders(`organization/${project}/${stack}`, signal);
  } catch {
    signal.throwIfAborted();
    return await exportedProviders(stack, signal);
  }
}

/** Runs `pulumi stack export`. The command needs no lock and no key, because secrets stay encrypted. */
async function exportedProviders(stack: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const args = ["stack", "export", "--stack", stack, "--non-interactive", "--color", "never"];
  const { exitCode, stdout, stderr } = await runPulumi(args, { cwd: process.cwd(), env: process.env, signal });
  if (exitCode !== 0) throw new Error(stderr.trim().replace(/^error: /, "") || "`pulumi stack export` failed");
  const { deployment } = JSON.parse(stdout) as { deployment?: { resources?: unknown[] } | null };
  const resources = (deployment?.resources ?? []).filter(isRecord);
  return new Map(
    resources.flatMap(({ id, provider }) => (typeof id === "string" ? [[id, String(provider ?? "")] as const] : [])),
  );
}
