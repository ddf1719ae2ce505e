import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { type EngineProcess, type EngineRun, type StepMetadata, startEngine } from "./engine";

const repository = resolve(__dirname, "../../..");
const passphrase = "test";

export type Kind = "Pod" | "ServerlessEndpoint" | "Template" | "NetworkVolume" | "RegistryCredential" | "Job";

/** One resource of a test's program. `"${other.id}"` in `args` stands for an output of another one. */
export interface Declared {
  readonly kind: Kind;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly initErrors?: readonly string[];
  readonly delete?: boolean;
}

/** What carries the resources: Pulumi's dynamic host under a Node program, or the plugin under a YAML program. */
export type Host = "dynamic" | "plugin";

export interface StackOptions {
  /** `PODWRIGHT_E2E_HOST`, else dynamic. */
  readonly host?: Host;
  /** Address of the emulator, for both base URLs. */
  readonly url: string;
  readonly apiKey?: string;
  /** Lines of the stack's configuration file, beyond none. */
  readonly config?: Readonly<Record<string, string>>;
  /** Laid over the environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A Pulumi stack in a folder, backend and Pulumi home of its own, driven by the real engine. */
export class TestStack {
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
  #host: Host;
  #runs = 0;

  constructor(options: StackOptions) {
    this.#host = options.host ?? (process.env.PODWRIGHT_E2E_HOST as Host | undefined) ?? "dynamic";
    this.dir = realpathSync(mkdtempSync(join(tmpdir(), "podwright-e2e-")));
    mkdirSync(join(this.dir, "backend"));
    if (this.host === "dynamic") this.#writeNodeProject();
    else this.installPlugin();
    writeFileSync(this.#settings, JSON.stringify(options.config === undefined ? {} : { config: options.config }));
    this.env = {
      ...process.env,
      PULUMI_HOME: join(this.dir, "home"),
      PULUMI_BACKEND_URL: this.#backend,
      PULUMI_CONFIG_PASSPHRASE: passphrase,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      // The working copy holds the SDK of the plugin, which makes the engine look for a release of it on the network.
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      PULUMI_AUTOMATION_API_SKIP_VERSION_CHECK: "true",
      PULUMI_DEBUG_COMMANDS: "true",
      PODWRIGHT_E2E_SPEC: join(this.dir, "spec.json"),
      PODWRIGHT_API_KEY: options.apiKey ?? "emulator-key",
      PODWRIGHT_BASE_URL: options.url,
      PODWRIGHT_SERVERLESS_URL: options.url,
      PODWRIGHT_TIME_SCALE: "0.05",
      // Stories count their requests; the one about names switches it on.
      PODWRIGHT_CHECK_CATALOG: "false",
      // Every command starts two or three Node processes that load the same modules.
      NODE_COMPILE_CACHE: join(tmpdir(), "podwright-e2e-compiled"),
      // Pulumi's SDK keeps a stack trace for every promise, which in large programs is a third of their work.
      NODE_OPTIONS: "--stack-trace-limit=1",
      ...options.env,
    };
    this.declare([]);
  }

  get host(): Host {
    return this.#host;
  }

  get #backend(): string {
    return `file://${join(this.dir, "backend")}`;
  }

  get #settings(): string {
    return join(this.dir, "Pulumi.test.yaml");
  }

  /** From the next program on, the same stack is one of the plugin. */
  switchToPlugin(): void {
    this.installPlugin();
    this.#host = "plugin";
  }

  #writeNodeProject(): void {
    cpSync(join(__dirname, "program"), this.dir, { recursive: true });
    mkdirSync(join(this.dir, "node_modules"));
    symlinkSync(repository, join(this.dir, "node_modules/podwright"));
    symlinkSync(join(repository, "node_modules/@pulumi"), join(this.dir, "node_modules/@pulumi"));
    writeFileSync(
      join(this.dir, "Pulumi.yaml"),
      "name: e2e\nruntime: { name: nodejs, options: { typescript: false } }\n",
    );
    writeFileSync(join(this.dir, "package.json"), '{ "name": "e2e", "main": "index.js" }\n');
  }

  /** As `pulumi plugin install` would, but for the working copy's build. */
  installPlugin(): void {
    const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };
    const folder = join(this.dir, `home/plugins/resource-podwright-v${version}`);
    const main = join(repository, "dist/provider/hosts/plugin/main.js");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "pulumi-resource-podwright"), `#!/bin/sh\nexec node ${main} "$@"\n`, { mode: 0o755 });
  }

  /** Writes the program: what the next command sees. */
  declare(resources: readonly Declared[], outputs: Readonly<Record<string, string>> = {}): void {
    if (this.host === "dynamic") {
      writeFileSync(join(this.dir, "spec.json"), JSON.stringify({ resources, outputs }));
    } else {
      // JSON is YAML, too.
      writeFileSync(join(this.dir, "Pulumi.yaml"), JSON.stringify(yamlProgram(resources, outputs)));
    }
  }

  async init(): Promise<this> {
    const run = await this.run(["stack", "init", "test"]);
    if (!run.ok) throw new Error(`pulumi stack init failed:\n${run.text}`);
    return this;
  }

  /** The same in no time, where the stack in another folder is as `init` has left it. */
  async initAs(other: string): Promise<this> {
    const { PULUMI_BACKEND_URL: backend, PULUMI_CONFIG_PASSPHRASE: own } = this.env;
    if (backend !== this.#backend || own !== passphrase) return await this.init();
    cpSync(join(other, "backend"), join(this.dir, "backend"), { recursive: true });
    const settings = [join(other, "Pulumi.test.yaml"), this.#settings].map((file) => parse(readFileSync(file, "utf8")));
    writeFileSync(this.#settings, JSON.stringify(Object.assign({}, ...settings)));
    // Where Pulumi keeps which stack of a project is selected.
    const project = createHash("sha1").update(join(this.dir, "Pulumi.yaml")).digest("hex");
    const workspaces = join(this.dir, "home/workspaces");
    mkdirSync(workspaces, { recursive: true });
    const selected = { stacks: { [backend]: "organization/e2e/test" } };
    writeFileSync(join(workspaces, `e2e-${project}-workspace.json`), JSON.stringify(selected));
    return this;
  }

  preview(...args: string[]): Promise<EngineRun> {
    return this.run(["preview", "--diff", "--stack", "test", ...args], true);
  }

  up(...args: string[]): Promise<EngineRun> {
    return this.run(["up", "--yes", "--skip-preview", "--stack", "test", ...args], true);
  }

  refresh(...args: string[]): Promise<EngineRun> {
    return this.run(["refresh", "--yes", "--skip-preview", "--stack", "test", ...args], true);
  }

  destroy(...args: string[]): Promise<EngineRun> {
    return this.run(["destroy", "--yes", "--skip-preview", "--stack", "test", ...args], true);
  }

  run(args: readonly string[], withEvents = false): Promise<EngineRun> {
    return this.start(args, withEvents).finished;
  }

  /** Starts a command without waiting for its end. */
  start(args: readonly string[], withEvents = false): EngineProcess {
    this.#runs += 1;
    const eventLog = withEvents ? join(this.dir, `events-${this.#runs}.jsonl`) : undefined;
    const all = [...args, "--non-interactive", ...(eventLog === undefined ? [] : ["--event-log", eventLog])];
    return startEngine(all, this.dir, this.env, eventLog);
  }

  /** The state file as it is on disk. */
  stateText(): string {
    return readFileSync(join(this.dir, "backend/.pulumi/stacks/e2e/test.json"), "utf8");
  }

  /** The resources in the state, without the stack and the providers. */
  resources(): StateResource[] {
    const { checkpoint } = JSON.parse(this.stateText()) as {
      checkpoint: { latest: { resources?: StateResource[] } | null };
    };
    return (checkpoint.latest?.resources ?? []).filter(isOurs);
  }

  /** The one resource of that name in the state that is not about to be deleted. */
  resource(name: string): StateResource {
    const found = this.resources().filter(({ urn, delete: doomed }) => urn.endsWith(`::${name}`) && doomed !== true);
    if (found.length !== 1) throw new Error(`the state holds ${found.length} resources named ${name}`);
    return found[0] as StateResource;
  }

  dispose(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** Resources of either host, without the stack and the providers. */
function isOurs({ type }: { readonly type: string }): boolean {
  return type.startsWith("pulumi-nodejs:dynamic/podwright:") || type.startsWith("podwright:index:");
}

function yamlProgram(resources: readonly Declared[], outputs: Readonly<Record<string, string>>) {
  const entries = resources.map(({ kind, name, args, options = {} }) => {
    const { dependsOn, aliases, ...rest } = options as { dependsOn?: string[]; aliases?: unknown };
    const yamlOptions = {
      ...rest,
      ...(aliases === undefined ? {} : { aliases }),
      ...(dependsOn === undefined ? {} : { dependsOn: dependsOn.map((other) => `\${${other}}`) }),
    };
    return [name, { type: `podwright:${kind}`, properties: args, options: yamlOptions }] as const;
  });
  return { name: "e2e", runtime: "yaml", resources: Object.fromEntries(entries), outputs };
}

export const nameOf = (urn: string): string => urn.slice(urn.lastIndexOf("::") + 2);

/** What a run did or would do to each of our resources: `{ web: "replace" }`. Resources that stay the same are left out. */
export function steps(run: EngineRun): Record<string, string> {
  const ours = stepMetadata(run).filter(({ op }) => op !== "same" && op !== "refresh" && op !== "read");
  const rank = ["create", "update", "delete", "replace"];
  const result: Record<string, string> = {};
  for (const { urn, op } of ours) {
    const plain = op.includes("replace") || op === "create-replacement" ? "replace" : op;
    const name = nameOf(urn);
    if (rank.indexOf(plain) >= rank.indexOf(result[name] ?? "")) result[name] = plain;
  }
  return result;
}

/** The steps the engine planned for our resources, as its event log tells them. */
export function stepMetadata(run: EngineRun): StepMetadata[] {
  return run.events
    .flatMap(({ resourcePreEvent, resOutputsEvent }) => [resourcePreEvent, resOutputsEvent])
    .flatMap((event) => (event === undefined ? [] : [event.metadata]))
    .filter(isOurs);
}

/** What differs, per resource, as top-level property names. */
export function diffs(run: EngineRun): Record<string, string[]> {
  const entries = stepMetadata(run).flatMap(({ urn, diffs, op }) =>
    op !== "same" && diffs != null && diffs.length > 0 ? [[nameOf(urn), [...diffs].sort()] as const] : [],
  );
  return Object.fromEntries(entries);
}
