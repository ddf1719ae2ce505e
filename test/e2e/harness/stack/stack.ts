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
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type DestroyOptions,
  LocalWorkspace,
  type PreviewOptions,
  type RefreshOptions,
  Stack,
  type UpOptions,
} from "@pulumi/pulumi/automation";
import { parse } from "yaml";
import { version } from "../../../../package.json";
import { pluginProgram, repository } from "../repository";
import { AttachedPlugin } from "./attached-plugin";
import { type EngineProcess, type EngineRun, engineCommand, runOperation, startEngine, type Watch } from "./engine";

const passphrase = "test";

export type Kind =
  | "Pod"
  | "Cluster"
  | "ServerlessEndpoint"
  | "Template"
  | "NetworkVolume"
  | "RegistryCredential"
  | "Secret"
  | "Job";

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
  /** `PODWRIGHT_E2E_HOST`, else the plugin. */
  readonly host?: Host;
  /** Whether one plugin process serves the stack's operations: `PODWRIGHT_E2E_ATTACH`, else the engine starts its own. */
  readonly attach?: boolean;
  /** Address of the emulator, for both base URLs. */
  readonly url: string;
  readonly apiKey?: string;
  /** Laid over the environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

interface Spec {
  readonly resources: readonly Declared[];
  readonly outputs: Readonly<Record<string, string>>;
}

/** A Pulumi stack in a folder, backend and Pulumi home of its own, driven by the real engine. */
export class TestStack {
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
  #host: Host;
  readonly #plugin: AttachedPlugin | undefined;
  /** What the next operation declares; `undefined` where the test has written a program of its own. */
  #spec: Spec | undefined;

  constructor(options: StackOptions) {
    this.#host = options.host ?? (process.env.PODWRIGHT_E2E_HOST as Host | undefined) ?? "plugin";
    const attach = options.attach ?? process.env.PODWRIGHT_E2E_ATTACH === "true";
    this.#plugin = attach ? new AttachedPlugin() : undefined;
    this.dir = realpathSync(mkdtempSync(join(tmpdir(), "podwright-e2e-")));
    mkdirSync(join(this.dir, "backend"));
    if (this.host === "dynamic") this.#writeNodeProject();
    else this.installPlugin();
    writeFileSync(this.#settings, "{}");
    this.env = {
      ...process.env,
      PULUMI_HOME: join(this.dir, "home"),
      PULUMI_BACKEND_URL: this.#backend,
      PULUMI_CONFIG_PASSPHRASE: passphrase,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      // The working copy holds the SDK of the plugin, which makes the engine look for a release of it on the network.
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      PULUMI_AUTOMATION_API_SKIP_VERSION_CHECK: "true",
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
    cpSync(join(__dirname, "../program"), this.dir, { recursive: true });
    mkdirSync(join(this.dir, "node_modules"));
    symlinkSync(repository, join(this.dir, "node_modules/podwright"));
    symlinkSync(join(repository, "node_modules/@pulumi"), join(this.dir, "node_modules/@pulumi"));
    const project = { name: "e2e", runtime: { name: "nodejs", options: { typescript: false } } };
    writeFileSync(join(this.dir, "Pulumi.yaml"), JSON.stringify(project));
    writeFileSync(join(this.dir, "package.json"), '{ "name": "e2e", "main": "index.js" }\n');
  }

  /** As `pulumi plugin install` would, but for the working copy's build. */
  installPlugin(main = pluginProgram): void {
    const folder = join(this.dir, `home/plugins/resource-podwright-v${version}`);
    mkdirSync(folder, { recursive: true });
    const program = `#!/bin/sh\nexec node ${main} "$@"\n`;
    writeFileSync(join(folder, "pulumi-resource-podwright"), program, { mode: 0o755 });
  }

  /** What the next command sees. */
  declare(resources: readonly Declared[], outputs: Readonly<Record<string, string>> = {}): void {
    if (this.host === "plugin") this.writeYaml(yamlProgram(resources, outputs));
    else writeFileSync(join(this.dir, "spec.json"), JSON.stringify({ resources, outputs }));
    this.#spec = { resources, outputs };
  }

  /** A program in YAML beyond what `declare` can say. */
  writeYaml(program: object): void {
    // JSON is YAML, too.
    writeFileSync(join(this.dir, "Pulumi.yaml"), JSON.stringify({ name: "e2e", runtime: "yaml", ...program }));
  }

  /** A program in JavaScript, or TypeScript, beyond what `declare` can say; the engine runs it in its own process. */
  writeProgram(file: "index.js" | "index.ts", text: string): void {
    writeFileSync(join(this.dir, file), text);
    writeFileSync(join(this.dir, "package.json"), JSON.stringify({ name: "e2e", main: file }));
    writeFileSync(join(this.dir, "tsconfig.json"), '{ "compilerOptions": { "module": "commonjs", "types": [] } }');
    this.#spec = undefined;
  }

  async init(): Promise<this> {
    await Stack.create("test", await this.#workspace());
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

  preview(options: PreviewOptions = {}): Promise<EngineRun> {
    return this.operate((stack, watch) => stack.preview({ diff: true, ...options, ...watch }));
  }

  up(options: UpOptions = {}): Promise<EngineRun> {
    return this.operate((stack, watch) => stack.up({ ...options, ...watch }));
  }

  refresh(options: RefreshOptions = {}): Promise<EngineRun> {
    return this.operate((stack, watch) => stack.refresh({ ...options, ...watch }));
  }

  destroy(options: DestroyOptions = {}): Promise<EngineRun> {
    return this.operate((stack, watch) => stack.destroy({ ...options, ...watch }));
  }

  cancel(): Promise<EngineRun> {
    return this.operate((stack) => stack.cancel());
  }

  async configure(key: string, value: string, secret = false): Promise<void> {
    const run = await this.operate((stack) => stack.setConfig(key, { value, secret }));
    if (!run.ok) throw new Error(run.text);
  }

  /** Any operation of the Automation API, here and now. */
  operate(operation: (stack: Stack, watch: Watch) => Promise<unknown>): Promise<EngineRun> {
    return runOperation(async (watch) => operation(await Stack.select("test", await this.#workspace()), watch));
  }

  /** What a command of this stack runs in. */
  async environment(more: NodeJS.ProcessEnv = {}): Promise<NodeJS.ProcessEnv> {
    const env = { ...this.env, ...more };
    return { ...env, ...(this.host === "plugin" ? await this.#plugin?.variable(this.dir, env) : undefined) };
  }

  async #workspace(): Promise<LocalWorkspace> {
    const spec = this.host === "dynamic" ? this.#spec : undefined;
    return await LocalWorkspace.create({
      workDir: this.dir,
      envVars: (await this.environment()) as Record<string, string>,
      pulumiCommand: await engineCommand(),
      ...(spec === undefined ? {} : { program: async () => this.#run(spec) }),
    });
  }

  /** The program in this very process, which spares the engine one of its own. */
  #run(spec: Spec): Record<string, unknown> {
    const load = createRequire(join(this.dir, "index.js"));
    const { declare } = load("./declare") as { declare(podwright: unknown, spec: Spec): Record<string, unknown> };
    return declare(load("podwright"), spec);
  }

  /** Runs a `pulumi` command as users type it. */
  pulumi(...args: string[]): EngineProcess["finished"] {
    return startEngine(args, this.dir, this.env).finished;
  }

  /** Starts an operation as a command of its own, without waiting for its end. */
  start(command: "up" | "destroy", ...args: string[]): EngineProcess {
    return startEngine([command, "--yes", "--skip-preview", "--stack", "test", ...args], this.dir, this.env);
  }

  /** The state file as it is on disk. */
  stateText(): string {
    return readFileSync(join(this.dir, "backend/.pulumi/stacks/e2e/test.json"), "utf8");
  }

  /** Changes the resources in the state, those of Pulumi included, as somebody might by hand. */
  async rewriteState(rewrite: (resources: object[]) => void): Promise<void> {
    const file = join(this.dir, "state.json");
    await this.pulumi("stack", "export", "--stack", "test", "--file", file);
    const state = JSON.parse(readFileSync(file, "utf8")) as { deployment: { resources: object[] } };
    rewrite(state.deployment.resources);
    writeFileSync(file, JSON.stringify(state));
    const imported = await this.pulumi("stack", "import", "--stack", "test", "--file", file);
    if (!imported.ok) throw new Error(imported.text);
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
    this.#plugin?.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** Resources of either host, without the stack and the providers. */
export function isOurs({ type }: { readonly type: string }): boolean {
  return type.startsWith("pulumi-nodejs:dynamic/podwright:") || type.startsWith("podwright:index:");
}

function yamlProgram(resources: readonly Declared[], outputs: Readonly<Record<string, string>>): object {
  const entries = resources.map(({ kind, name, args, options = {} }) => {
    const { dependsOn, ...rest } = options as { dependsOn?: string[] };
    const after = dependsOn === undefined ? {} : { dependsOn: dependsOn.map((other) => `\${${other}}`) };
    return [name, { type: `podwright:${kind}`, properties: args, options: { ...rest, ...after } }] as const;
  });
  return { resources: Object.fromEntries(entries), outputs };
}
