import { statSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type Execution, type Result, runPulumi } from "../../provider/hosts/engine/pulumi";
import type { ConfigReader, Environment } from "../../provider/settings/settings";
import { asCalled } from "../../provider/values/as-called";
import { attempt, valueIn } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { code } from "../output/markdown";
import type { Section } from "../output/report";
import { emptyAttributes, type PastRun } from "./history";
import { type ExportedState, parseState, type StateResource } from "./state";

export interface StackLocation {
  /** The folder of the Pulumi project. */
  readonly cwd: string;
  /** Name of the stack. Default: the stack that Pulumi has selected in the folder. */
  readonly stack?: string | undefined;
  /** The name of the stack's project, if no folder contains it. Pulumi then runs in an empty project of this name. */
  readonly project?: string | undefined;
  /** A copy of the folder. If there is a copy, Pulumi runs in it. */
  readonly copy?: ProjectCopy | undefined;
}

export interface ProjectCopy {
  readonly folder: string;
  /** Variables that make Pulumi use the backend and the files of the user's folder. */
  readonly env: Environment;
}

/**
 * The largest number of Pulumi commands at the same time. An engine with its plugin uses a core and about 400 MB, and
 * all stacks share the account's rate limit.
 */
export const pulumisAtOnce = 4;

/** Names a stack, such as `production in infra`, and omits the parts that are not necessary. */
export function placeOf({ cwd, stack }: { readonly cwd: string; readonly stack?: string | null | undefined }): string {
  return `${stack ?? "the selected stack"}${cwd === "." || cwd === "" ? "" : ` in ${cwd}`}`;
}

/** Returns the name of a stack as a heading, such as `Stack production in infra`. */
export function headingOf(place: Parameters<typeof placeOf>[0]): Required<Section>["heading"] {
  const title = place.stack == null ? placeOf(place).replace(/^t/, "T") : `Stack ${placeOf(place)}`;
  return { title, markdown: `Stack ${code(placeOf(place))}` };
}

/** Returns one sentence with the error of each failed stack of a report. */
export function failuresIn(
  stacks: readonly (Parameters<typeof placeOf>[0] & { readonly error?: string | undefined })[],
): string[] {
  return stacks.flatMap(({ error, ...place }) => (error === undefined ? [] : [`${placeOf(place)}: ${error}`]));
}

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

export type StepState = Pick<StateResource, "id" | "inputs" | "outputs" | "retainOnDelete">;

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

  constructor(location: StackLocation, context: CommandContext) {
    this.#location = location;
    this.#context = context;
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
    return parseState(await this.#read(["stack", "export", ...past]));
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
    const args = ["stack", "history", "--json", "--page-size", String(historyLength)];
    return (await this.#json<readonly PastRun[] | null>(args)) ?? [];
  }

  /** Lists all stacks of the project. */
  async siblings(): Promise<readonly Sibling[]> {
    return await this.#json(["stack", "ls", "--json"], { ofStack: false });
  }

  /** Lists all stacks of the backend or of one of its organizations, by their full names. */
  async allOfBackend(organization?: string): Promise<readonly Sibling[]> {
    const of = organization === undefined ? [] : ["--organization", organization];
    return await this.#json(["stack", "ls", "--json", "--all", ...of], { ofStack: false });
  }

  /** Returns the address of the backend. */
  async backend(): Promise<string> {
    return (await this.#json<{ readonly url: string }>(["whoami", "--json"], { ofStack: false })).url;
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
   * Sets a secret of the stack's configuration. Pulumi reads the value from standard input, because other users can see
   * arguments.
   */
  async configureSecret(key: string, value: string): Promise<void> {
    await this.#pulumi(["config", "set", "--secret", key], { input: value, apart: true });
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
    return stepsIn(await this.#eventsOf(["preview", ...(refresh ? ["--refresh"] : [])]), "resourcePreEvent");
  }

  /**
   * Previews a refresh, with the recorded and the current state of each resource. It writes nothing and does not run
   * the program. Without `targets`, Pulumi reads all resources of the stack, including resources of other providers.
   */
  async previewRefresh(targets: readonly string[] = []): Promise<readonly PlannedStep[]> {
    const flags = targets.flatMap((urn) => ["--target", urn]);
    return stepsIn(await this.#eventsOf(["refresh", "--preview-only", ...flags]), "resOutputsEvent");
  }

  /** Runs `pulumi up` without a question. Podwright does not interrupt it, because Pulumi receives Ctrl-C itself. */
  async up(): Promise<void> {
    await this.#pulumi(["up", "--yes", "--skip-preview"], {});
  }

  /** Returns the stack's own name, without organization and project. */
  async name(): Promise<string> {
    return (await this.#read(["stack", "--show-name"])).trim();
  }

  /** Returns the stack's name with organization and project. */
  async fullName(): Promise<string> {
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
    const { cwd, stack, project, copy } = this.#location;
    if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new Error(`there is no folder ${cwd}: set --cwd to the folder that contains Pulumi.yaml`);
    }
    const of = ofStack && stack !== undefined ? ["--stack", stack] : [];
    const all = [...args, ...of, "--non-interactive", "--color", "never"];
    if (this.#context.isDebugging?.() === true)
      this.#context.warn(`debug: pulumi ${all.join(" ")} (in ${copy?.folder ?? cwd})\n`);
    const env = { ...this.#context.env, ...copy?.env };
    const run = (folder: string) => runPulumi(all, { cwd: folder, env, ...how });
    const answer = await (project === undefined ? run(copy?.folder ?? cwd) : inEmptyProject(project, run));
    if (answer.exitCode === 0) return answer.stdout;
    const flags = args.findIndex((arg) => arg.startsWith("-"));
    const command = args.slice(0, flags === -1 ? args.length : flags);
    if (/stack is currently locked|Another update is currently in progress/.test(answer.stderr)) {
      throw new StackLockedError(answer.stderr.match(/created by .+/g) ?? [], this.commandLine("pulumi cancel --yes"));
    }
    const reason = reasonOf(answer) || "Pulumi named no reason";
    if (/\bEOF$/.test(reason)) await this.#refuseEmptyAttributes();
    throw new Error(`\`pulumi ${command.join(" ")}\` failed: ${reason}`);
  }

  async #refuseEmptyAttributes(): Promise<void> {
    const { signal } = this.#context;
    const backend = valueIn(await attempt(() => this.backend(), signal));
    const files = backend === undefined ? [] : await emptyAttributes({ backend, cwd: this.#location.cwd });
    if (files.length > 0) throw new EmptyAttributesError(files);
  }
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "podwright-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Works in an empty project. Pulumi writes the settings of a stack's secrets beside the project file, so a user's
 * folder is not suitable.
 */
async function inEmptyProject<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  return await withFolder(async (folder) => {
    await writeFile(join(folder, "Pulumi.yaml"), `${JSON.stringify({ name, runtime: "yaml" })}\n`);
    return await work(folder);
  });
}

/** Reports that a killed run of Pulumi left a file backend unreadable. The states themselves are intact. */
export class EmptyAttributesError extends Error {
  constructor(files: readonly string[]) {
    super(
      `Pulumi cannot read its backend, because a killed run left an empty file: ${files.join(", ")}. ` +
        `The state itself is intact. Run \`rm ${files.map(quoted).join(" ")}\`, then this command again`,
    );
  }
}

/** Another run has locked the stack, or a killed run left its lock. */
export class StackLockedError extends Error {
  constructor(locks: readonly string[], cancel: string) {
    const known = locks.length === 0 ? "" : ` (${locks.join("; ")})`;
    super(
      `the stack is locked by a run that is in progress or was killed${known}: if no run is in progress, run \`${cancel}\` first, then this command again`,
    );
  }
}

/** Returns the reason of a failure in Pulumi's own words. A reason may have several lines. */
function reasonOf({ stderr, stdout }: Result): string {
  // A run of the engine prints its errors among its results, to standard output. Other errors go to standard error.
  const lines = stripVTControlCharacters(`${stderr}\n${stdout}`)
    .split("\n")
    .map((line) => line.trim());
  const errors = lines.flatMap((line, index) => {
    if (!line.startsWith("error: ")) return [];
    const end = lines.findIndex((later, at) => at > index && (later === "" || /^(error|warning): /.test(later)));
    return [lines.slice(index, end === -1 ? undefined : end).join(" ")];
  });
  // Pulumi's line that only reports the failure comes before or after the reason.
  const reason = errors.find((text) => !onlyThatItFailed.test(text)) ?? errors[0] ?? stderr.trim().split("\n").at(-1);
  return (reason ?? "").replace(/^error: /, "");
}

/** Number of runs to list. Pulumi may read a file in a bucket for each run. */
const historyLength = 50;

const onlyThatItFailed = /^error: (preview|update|refresh) failed$/i;

export function commandFor({ cwd, stack }: StackLocation, command: string): string {
  const flags = [...(cwd === "." ? [] : ["--cwd", cwd]), ...(stack === undefined ? [] : ["--stack", stack])];
  return [asCalled(command), ...flags.map(quoted)].join(" ");
}

/** Quotes a text so that a shell reads it as one word. */
export function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

type Plugin = Readonly<Record<"name" | "kind" | "version", string>>;

interface How extends Pick<Execution, "signal" | "input" | "apart"> {
  /** True if the command takes the stack's name. Default: true. */
  readonly ofStack?: boolean;
}

type StepEvent = "resourcePreEvent" | "resOutputsEvent";
type EngineEvent = { readonly [K in StepEvent]?: { readonly metadata: PlannedStep } };

function stepsIn(events: readonly EngineEvent[], kind: StepEvent): PlannedStep[] {
  return events.flatMap(({ [kind]: event }) => (event === undefined ? [] : [event.metadata]));
}
