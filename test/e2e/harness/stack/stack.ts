import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type DestroyOptions,
  LocalWorkspace,
  type LocalWorkspaceOptions,
  type PreviewOptions,
  type RefreshOptions,
  Stack,
  type UpOptions,
} from "@pulumi/pulumi/automation";
import { parse } from "yaml";
import { pluginCommand } from "../repository";
import { AttachedPlugin } from "./attached-plugin";
import { type EngineProcess, type EngineRun, engineCommand, runOperation, startEngine, type Watch } from "./engine";
import { keyServer } from "./key-server";
import {
  type Declared,
  type Host,
  installPlugin,
  passphrase,
  projectOf,
  type Spec,
  type StackOptions,
  selectStack,
  stackEnvironment,
  writeNodeProject,
  yamlProgram,
} from "./project";
import { lendDynamicProvider } from "./resident";

export type { Declared, Host, Kind, StackOptions } from "./project";

export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly initErrors?: readonly string[];
  readonly delete?: boolean;
}

/** A Pulumi stack with its own folder, backend and Pulumi home, driven by the real engine. */
export class TestStack {
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
  #host: Host;
  readonly #isAttached: boolean;
  readonly #plugin: AttachedPlugin | undefined;
  readonly #hasKeyServer: boolean;
  /** The dynamic host's program in this process; `undefined` if the engine runs the program in its own process. */
  #program: (() => Record<string, unknown>) | undefined;

  constructor(options: StackOptions) {
    this.#host = options.host ?? (process.env.PODWRIGHT_E2E_HOST as Host | undefined) ?? "plugin";
    const attach = options.attach ?? process.env.PODWRIGHT_E2E_ATTACH === "true";
    this.#isAttached = attach;
    this.#plugin = attach ? new AttachedPlugin() : undefined;
    this.dir = realpathSync(mkdtempSync(join(tmpdir(), "podwright-e2e-")));
    mkdirSync(join(this.dir, "backend"));
    if (this.host === "dynamic") writeNodeProject(this.dir);
    else this.installPlugin();
    writeFileSync(this.#settings, "{}");
    this.env = stackEnvironment(this.dir, this.#backend, options);
    this.#hasKeyServer = !(options.withPassphrase ?? !storiesHaveKeyServer());
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

  /** The next program makes this stack a stack of the plugin. */
  switchToPlugin(): void {
    this.installPlugin();
    this.#host = "plugin";
  }

  installPlugin(command = pluginCommand): void {
    installPlugin(this.dir, command);
  }

  /** Sets the program for the next command. */
  declare(resources: readonly Declared[], outputs: Readonly<Record<string, string>> = {}): void {
    if (this.host === "plugin") this.writeYaml(yamlProgram({ resources, outputs }));
    else writeFileSync(join(this.dir, "spec.json"), JSON.stringify({ resources, outputs }));
    this.#program = () => this.#declared({ resources, outputs });
  }

  /** A YAML program with features that `declare` lacks. */
  writeYaml(program: object): void {
    // JSON is also YAML.
    writeFileSync(join(this.dir, "Pulumi.yaml"), JSON.stringify({ name: "e2e", runtime: "yaml", ...program }));
  }

  /** A JavaScript or TypeScript program with features that `declare` lacks; the engine runs it in its own process. */
  writeProgram(file: "index.js" | "index.ts", text: string): void {
    writeFileSync(join(this.dir, file), text);
    writeFileSync(join(this.dir, "package.json"), JSON.stringify({ name: "e2e", main: file }));
    writeFileSync(join(this.dir, "tsconfig.json"), '{ "compilerOptions": { "module": "nodenext", "types": [] } }');
    this.#program = undefined;
  }

  /** A JavaScript program that exports its outputs. It runs in this process, which saves the engine a process. */
  runHere(text: string): void {
    const file = join(this.dir, "here.js");
    writeFileSync(file, text);
    const load = createRequire(file);
    this.#program = () => {
      delete load.cache[file];
      return load(file) as Record<string, unknown>;
    };
  }

  async init(): Promise<this> {
    const workspace = await this.#workspace(this.#hasKeyServer ? { secretsProvider: keyServer } : {});
    await Stack.create("test", workspace);
    return this;
  }

  /** A fast `init` that copies another folder's fresh stack. */
  async initAs(other: string): Promise<this> {
    const { PULUMI_BACKEND_URL: backend, PULUMI_CONFIG_PASSPHRASE: own } = this.env;
    const isAlike = backend === this.#backend && own === passphrase && this.#hasKeyServer === storiesHaveKeyServer();
    if (!isAlike) return await this.init();
    cpSync(join(other, "backend"), join(this.dir, "backend"), { recursive: true });
    const settings = [join(other, "Pulumi.test.yaml"), this.#settings].map((file) => parse(readFileSync(file, "utf8")));
    writeFileSync(this.#settings, JSON.stringify(Object.assign({}, ...settings)));
    selectStack(this.dir, backend);
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

  /** Sets a value as `pulumi config set` does. Only a secret needs the engine, which takes a tenth of a second to start. */
  async configure(key: string, value: string, secret = false): Promise<void> {
    if (!secret) return this.#configure(key, value);
    const run = await this.operate((stack) => stack.setConfig(key, { value, secret }));
    if (!run.ok) throw new Error(run.text);
  }

  #configure(key: string, value: string): void {
    const qualified = key.includes(":") ? key : `${projectOf(this.dir)}:${key}`;
    const settings = parse(readFileSync(this.#settings, "utf8"));
    writeFileSync(this.#settings, JSON.stringify({ ...settings, config: { ...settings?.config, [qualified]: value } }));
  }

  /** Runs any operation of the Automation API. */
  async operate(operation: (stack: Stack, watch: Watch) => Promise<unknown>): Promise<EngineRun> {
    const env = await this.environment();
    const provider = this.#isAttached && this.host === "dynamic" ? await lendDynamicProvider(this.dir, env) : undefined;
    try {
      const workspace = await this.#workspace({ envVars: { ...env, ...provider?.env } as Record<string, string> });
      return await runOperation(async (watch) => operation(await Stack.select("test", workspace), watch));
    } finally {
      provider?.giveBack();
    }
  }

  /** The environment of this stack's commands. */
  async environment(more: NodeJS.ProcessEnv = {}): Promise<NodeJS.ProcessEnv> {
    const env = { ...this.env, ...more };
    return { ...env, ...(this.host === "plugin" ? await this.#plugin?.variable(this.dir, env) : undefined) };
  }

  async #workspace(more: LocalWorkspaceOptions = {}): Promise<LocalWorkspace> {
    const program = this.host === "dynamic" ? this.#program : undefined;
    return await LocalWorkspace.create({
      workDir: this.dir,
      envVars: (await this.environment()) as Record<string, string>,
      pulumiCommand: await engineCommand(),
      ...(program === undefined ? {} : { program: async () => program() }),
      ...more,
    });
  }

  #declared(spec: Spec): Record<string, unknown> {
    const load = createRequire(join(this.dir, "index.js"));
    const { declare } = load("./declare") as { declare(podwright: unknown, spec: Spec): Record<string, unknown> };
    return declare(load("podwright"), spec);
  }

  /** Runs a `pulumi` command as a user types it. */
  pulumi(...args: string[]): EngineProcess["finished"] {
    return startEngine(args, this.dir, this.env).finished;
  }

  /** Starts an operation as a separate command, without waiting for its end. */
  start(command: "up" | "destroy", ...args: string[]): EngineProcess {
    return startEngine([command, "--yes", "--skip-preview", "--stack", "test", ...args], this.dir, this.env);
  }

  /** The state file as it is on disk. */
  stateText(): string {
    return readFileSync(join(this.dir, "backend/.pulumi/stacks/e2e/test.json"), "utf8");
  }

  /** Edits the resources in the state, including Pulumi's own resources, as a user does by hand. */
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

  /** The only resource of that name in the state that does not await deletion. */
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

const storiesHaveKeyServer = () => process.env.PODWRIGHT_E2E_KEY_SERVER === "true";

/** Resources of either host, without the stack and the providers. */
export function isOurs({ type }: { readonly type: string }): boolean {
  return type.startsWith("pulumi-nodejs:dynamic/podwright:") || type.startsWith("podwright:index:");
}
