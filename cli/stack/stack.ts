import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Execution, runPulumi } from "../../provider/hosts/engine/pulumi";
import type { PastRun } from "../../provider/ownership/history";
import type { ConfigReader } from "../../provider/settings/settings";
import { attempt, valueIn } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { othersWords } from "../output/others-words";
import { EmptyAttributesError, failureIn, StackLockedError } from "./failure";
import { emptyAttributes } from "./history";
import { commandFor, fullNameOf, placeOf, type StackLocation, stackNamed } from "./place";
import { isFolder, noFolder, projectAt } from "./project-file";
import { answerTo } from "./shared-answers";
import { StackFiles } from "./stack-files";
import { type ExportedState, parseState, type StateResource } from "./state";
import { storedHistory, storedState } from "./stored";
import { inEmptyProject, withFolder } from "./working-folder";

/** The largest number of Pulumi commands at the same time. Each command uses a core. */
export const pulumisAtOnce = 4;

/** The planned operation on one resource. The engine masks the secrets. */
export interface PlannedStep {
  /** The operation, such as `same`, `create`, `update`, `delete` or `replace`. */
  readonly op: string;
  readonly urn: string;
  readonly type: string;
  readonly old?: StepState | null;
  readonly new?: StepState | null;
  /** Names of the properties that differ. */
  readonly diffs?: readonly string[] | null;
  /** The differing properties by path, such as `env["MY-KEY"]`. Absent or empty if the engine knows only `diffs`. */
  readonly detailedDiff?: Readonly<Record<string, unknown>> | null;
}

export type StepState = Pick<StateResource, "id" | "inputs" | "outputs" | "retainOnDelete" | "provider">;

export interface Sibling {
  readonly name: string;
  /** True if it is the selected stack. */
  readonly current: boolean;
}

/** A value of the stack's configuration. */
export interface Configured {
  readonly value?: string;
  readonly secret?: boolean;
}

/**
 * One stack, through the `pulumi` command. Podwright does not use Pulumi's Automation API. The API's export decrypts
 * the secrets of the state, and its import writes them to a temporary file in clear. It also changes which stack the
 * user has selected.
 */
export class Stack {
  readonly #location: StackLocation;
  readonly #context: CommandContext;
  readonly #files: StackFiles;

  constructor(location: StackLocation, context: CommandContext) {
    this.#location = location;
    this.#context = context;
    this.#files = new StackFiles(location, context.env);
  }

  /** Exports the state as `pulumi stack export` prints it. Secrets stay encrypted. */
  async export(): Promise<string> {
    return await this.#read(["stack", "export"]);
  }

  /**
   * Exports the current state, or with `version` the state after a past run. Only Pulumi's own service numbers its
   * states.
   */
  async state(version?: number): Promise<ExportedState> {
    const past = version === undefined ? [] : ["--version", String(version)];
    const { cwd, stack, project } = this.#location;
    const ask = async () => {
      const stored = version === undefined ? await this.#files.stored() : undefined;
      return (stored && (await storedState(stored))) ?? (await this.#read(["stack", "export", ...past]));
    };
    const question = async () => {
      // A stack has a short and a full name.
      const named = stackNamed(stack ?? "", project ?? valueIn(await projectAt(cwd))?.name);
      return ["export", cwd, named.organization, named.project, named.stack, ...past];
    };
    return parseState(await answerTo(this.#context, question, ask));
  }

  /**
   * Exports the state with decrypted secrets, each as `{ "4dab…": …, "plaintext": "<JSON>" }`. The secrets stay in this
   * process.
   */
  async stateInClear(): Promise<ExportedState> {
    return parseState(await this.#read(["stack", "export", "--show-secrets"]));
  }

  /**
   * Lists the latest past runs, newest first. If the stack moved from another backend, the list lacks the runs before
   * the move.
   */
  async history(): Promise<readonly PastRun[]> {
    const stored = await this.#files.stored();
    const args = ["stack", "history", "--json", "--page-size", String(historyLength)];
    const ask = async () => (await this.#json<readonly PastRun[] | null>(args)) ?? [];
    return (stored && (await storedHistory(stored, historyLength))) ?? (await ask());
  }

  /** Runs a command that only reads, and returns its output. The arguments name the stack. */
  async ask(args: readonly string[]): Promise<string> {
    return await this.#read(args, { ofStack: false });
  }

  /** Lists all stacks of the project. */
  async siblings(): Promise<readonly Sibling[]> {
    const { cwd, project } = this.#location;
    const ofFolder = project === undefined ? valueIn(await projectAt(cwd))?.name : undefined;
    const all = ofFolder === undefined ? undefined : await this.#files.listed();
    const own = all?.filter((one) => one.project === ofFolder);
    const ask = () => this.#json<readonly Sibling[]>(["stack", "ls", "--json"], { ofStack: false });
    return own?.map(({ stack, current }) => ({ name: stack, current })) ?? (await ask());
  }

  /** Lists the names of the project's stacks. */
  async names(project: string): Promise<readonly string[]> {
    const own = (await this.#files.listed({ anyFolder: true }))?.filter((one) => one.project === project);
    return own?.map(({ stack }) => stack) ?? (await this.siblings()).map(({ name }) => name);
  }

  /**
   * Lists all stacks of the backend or of one of its organizations, by their full names. If `anyFolder` is true,
   * `current` has no meaning, because folders of one backend share the answer.
   */
  async allOfBackend(
    organization?: string,
    { anyFolder = false }: { readonly anyFolder?: boolean } = {},
  ): Promise<readonly Sibling[]> {
    const stored = organization === undefined ? await this.#files.listed({ anyFolder }) : undefined;
    if (stored !== undefined)
      return stored.map(({ current, ...one }) => ({ name: fullNameOf({ ...one, organization: "-" }), current }));
    const of = organization === undefined ? [] : ["--organization", organization];
    // In the folder of a project, Pulumi would shorten the names of the project's stacks.
    const args = ["stack", "ls", "--json", "--all", ...of, "--fully-qualify-stack-names"];
    const { cwd } = this.#location;
    const question = async () => ["all", ...(await this.#ownBackend()), organization, anyFolder ? undefined : cwd];
    return JSON.parse(await answerTo(this.#context, question, () => this.#read(args, { ofStack: false })));
  }

  /** Returns the address of the backend. */
  async backend(): Promise<string> {
    const question = async () => ["backend", ...(await this.#ownBackend())];
    const ask = () => this.#read(["whoami", "--json"], { ofStack: false });
    return (JSON.parse(await answerTo(this.#context, question, ask)) as { readonly url: string }).url;
  }

  /** Returns what selects the backend. Folders with the same texts have the same backend. */
  async #ownBackend(): Promise<readonly string[]> {
    const { cwd, copy } = this.#location;
    const own = (await this.#files.address()) ?? "";
    return /^file:\/\/[^/~]/.test(own) || copy !== undefined ? [own, copy?.folder ?? resolve(cwd)] : [own];
  }

  /**
   * Imports a state. Pulumi checks its integrity and refuses a locked stack. Ctrl-C does not end a started import,
   * because an interruption would leave the stack locked.
   */
  async import(state: string): Promise<void> {
    await this.#pulumi(["stack", "import"], { input: state, apart: true });
  }

  /**
   * Imports the resources of a file for `pulumi import --file`. It writes no program. Ctrl-C does not end a started
   * import.
   */
  async importResources(file: string): Promise<void> {
    const flags = ["--file", resolve(file), "--generate-code=false", "--skip-preview", "--yes"];
    await this.#pulumi(["import", ...flags], { apart: true });
  }

  /**
   * Adds secrets to the stack's configuration, and checks that Pulumi has stored them unchanged. Pulumi reads each value
   * from standard input, because other users can see arguments. It removes one line break at the end of the input.
   */
  async configureSecrets(secrets: ReadonlyMap<string, string>): Promise<void> {
    if (secrets.size === 0) return;
    for (const [key, value] of secrets)
      await this.#pulumi(["config", "set", "--secret", key], { input: `${value}\n`, apart: true });
    const stored = await this.configured();
    const isStored = (key: string) =>
      Object.entries(stored).some(([full, { value }]) => ownKey(full) === key && value === secrets.get(key));
    const lost = [...secrets.keys()].filter((key) => !isStored(key));
    if (lost.length > 0)
      throw new Error(`Pulumi did not store these secrets of the configuration unchanged: ${lost.join(", ")}`);
  }

  /** Creates the stack and does not select it. */
  async init(): Promise<void> {
    const { stack = "" } = this.#location;
    await this.#read(["stack", "init", stack, "--no-select"], { ofStack: false });
  }

  /**
   * Previews an update. The result contains every resource of the program and the state. Podwright does not use `pulumi
   * preview --json`, because that output leaves out unchanged resources. With `refresh`, Pulumi compares with RunPod,
   * as `pulumi up --refresh` does.
   */
  async preview({ refresh = false }: { readonly refresh?: boolean } = {}): Promise<readonly PlannedStep[]> {
    const events = await this.#eventsOf(["preview", ...(refresh ? ["--refresh"] : [])]);
    return events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata ?? []);
  }

  /** Runs `pulumi up` without a question. Podwright does not interrupt it, because Pulumi receives Ctrl-C itself. */
  async up(): Promise<void> {
    await this.#pulumi(["up", "--yes", "--skip-preview"], {});
  }

  /** Returns the stack's own name, without organization and project. */
  async name(): Promise<string> {
    return (await this.#files.existing())?.stack ?? (await this.#read(["stack", "--show-name"])).trim();
  }

  /** Returns the stack's name with organization and project. */
  async fullName(): Promise<string> {
    const stored = await this.#files.existing();
    if (stored !== undefined) return fullNameOf({ ...stored, organization: "-" });
    return (await this.#read(["stack", "--show-name", "--fully-qualify-stack-names"])).trim();
  }

  /** Lists the installed versions of the provider plugin. */
  async plugins(): Promise<readonly string[]> {
    const listed = await this.#json<Plugin[]>(["plugin", "ls", "--json"], { ofStack: false });
    const ours = listed.filter(({ kind, name }) => kind === "resource" && name === "podwright");
    return ours.map(({ version }) => version);
  }

  /** Reads the stack's configuration with decrypted secrets. */
  async configuration(): Promise<ConfigReader> {
    if (await this.#files.areWithoutSettings()) return { get: () => undefined };
    const values = await this.configured();
    return { get: (key) => values[key]?.value };
  }

  /** Reads the configuration by key, with decrypted secrets. */
  async configured(): Promise<Readonly<Record<string, Configured>>> {
    return await this.#json(["config", "--json", "--show-secrets"]);
  }

  /** Returns a command line that runs a command on this stack. */
  commandLine(command: string): string {
    return commandFor(this.#location, command);
  }

  async #eventsOf(args: readonly string[]): Promise<readonly EngineEvent[]> {
    return await withFolder(async (folder) => {
      const log = join(folder, "events.jsonl");
      await this.#read([...args, "--event-log", log]);
      const lines = (await readFile(log, "utf8")).split("\n").filter((line) => line !== "");
      return lines.map((line) => JSON.parse(line) as EngineEvent);
    });
  }

  /** Runs a command that Ctrl-C ends. */
  async #read(args: readonly string[], how: Pick<How, "ofStack"> = {}): Promise<string> {
    return await this.#pulumi(args, { ...how, signal: this.#context.signal });
  }

  async #json<T>(args: readonly string[], how?: Pick<How, "ofStack">): Promise<T> {
    return JSON.parse(await this.#read(args, how)) as T;
  }

  async #pulumi(args: readonly string[], { ofStack = true, ...how }: How): Promise<string> {
    const { cwd, stack, project, copy, configFile } = this.#location;
    if (!isFolder(cwd)) throw new Error(noFolder(cwd));
    const of = ofStack && stack !== undefined ? ["--stack", stack] : [];
    const all = [...args, ...of, "--non-interactive", "--color", "never"];
    if (this.#context.isDebugging?.() === true)
      this.#context.warn(`debug: pulumi ${all.join(" ")} (in ${copy?.folder ?? cwd})\n`);
    // Not every command of Pulumi has the flag, and every command accepts the variable.
    const configured = configFile === undefined ? {} : { PULUMI_OPTION_CONFIG_FILE: configFile };
    const env = { ...this.#context.env, ...copy?.env, ...configured };
    const run = (folder: string) => runPulumi(all, { cwd: folder, env, ...how });
    const answer = await (project === undefined ? run(copy?.folder ?? cwd) : inEmptyProject(project, run));
    if (answer.exitCode === 0) return answer.stdout;
    const flags = args.findIndex((arg) => arg.startsWith("-"));
    const command = args.slice(0, flags === -1 ? args.length : flags);
    if (/stack is currently locked|Another update is currently in progress/.test(answer.stderr)) {
      const locks = answer.stderr.match(/created by .+/g) ?? [];
      throw new StackLockedError(
        locks.map((lock) => othersWords(lock, env)),
        this.commandLine("pulumi cancel --yes"),
      );
    }
    const { reason, printed } = failureIn(answer);
    const failed = `\`pulumi ${command.join(" ")}\` failed`;
    if (reason === undefined) {
      const said = printed === "" ? "Pulumi printed nothing" : othersWords(printed, env);
      this.#context.warn(`${failed} for ${placeOf(this.#location)}:\n${said}\n`);
      throw new Error(`${failed}: the reason is in the output of Pulumi, which is on standard error and in no report`);
    }
    if (/\bEOF$/.test(reason)) await this.#refuseEmptyAttributes();
    throw new Error(`${failed}: ${othersWords(reason, env)}`);
  }

  async #refuseEmptyAttributes(): Promise<void> {
    const { signal } = this.#context;
    const backend = valueIn(await attempt(() => this.backend(), signal));
    const files = backend === undefined ? [] : await emptyAttributes({ backend, cwd: this.#location.cwd });
    if (files.length > 0) throw new EmptyAttributesError(files, this.commandLine("podwright recover --yes"));
  }
}

/** Returns the key of the configuration without the project. */
export function ownKey(key: string): string {
  return key.slice(key.indexOf(":") + 1);
}

/** Number of runs to list. Pulumi may read a file in a bucket for each run. */
const historyLength = 50;

type Plugin = Readonly<Record<"name" | "kind" | "version", string>>;

interface How extends Pick<Execution, "signal" | "input" | "apart"> {
  /** True if the command takes the stack's name. Default: true. */
  readonly ofStack?: boolean;
}

type EngineEvent = { readonly resourcePreEvent?: { readonly metadata: PlannedStep } };
