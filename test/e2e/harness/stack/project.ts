import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { version } from "../../../../package.json";
import type { samples } from "../../../samples";
import { compiledCode, repository } from "../repository";

export type Kind = keyof typeof samples;

/** A resource of a test's program. `"${other.id}"` in `args` stands for another resource's output. */
export interface Declared {
  readonly kind: Kind;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The host of the resources: Pulumi's dynamic host under a Node program, or the plugin under a YAML program. */
export type Host = "dynamic" | "plugin";

export interface StackOptions {
  /** Default: `PODWRIGHT_E2E_HOST`, or the plugin. */
  readonly host?: Host;
  /** Whether one provider process serves all operations. Default: `PODWRIGHT_E2E_ATTACH`, or a new process for each. */
  readonly attach?: boolean;
  /** Address of the emulator, for both base URLs. */
  readonly url: string;
  readonly apiKey?: string;
  /** Whether a passphrase encrypts the stack's secrets, as Pulumi does it by default. Default: unless `PODWRIGHT_E2E_KEY_SERVER`. */
  readonly withPassphrase?: boolean;
  /** Overrides the environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export const passphrase = "test";

/** The environment of every command of the stack in that folder. */
export function stackEnvironment(dir: string, backend: string, options: StackOptions): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PULUMI_HOME: join(dir, "home"),
    XDG_STATE_HOME: join(dir, "home/state"),
    PULUMI_BACKEND_URL: backend,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    // The working copy contains the plugin's SDK, so the engine would look for its release on the network.
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_AUTOMATION_API_SKIP_VERSION_CHECK: "true",
    PODWRIGHT_API_KEY: options.apiKey ?? "emulator-key",
    PODWRIGHT_BASE_URL: options.url,
    PODWRIGHT_SERVERLESS_URL: options.url,
    PODWRIGHT_TIME_SCALE: "0.05",
    // Stories count their requests, so the check of names is off. Only the story about names turns it on.
    PODWRIGHT_CHECK_CATALOG: "false",
    NODE_COMPILE_CACHE: compiledCode,
    // Pulumi's check of a program's types takes three times as long as the rest of a command. Other tests check the types.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    // Pulumi's SDK keeps a stack trace for every promise, which takes a third of the time in large programs.
    NODE_OPTIONS: "--stack-trace-limit=1",
    ...options.env,
  };
}

/** A JavaScript program that declares the resources of a file beside it. */
export function writeNodeProject(dir: string): void {
  cpSync(join(__dirname, "../program"), dir, { recursive: true });
  mkdirSync(join(dir, "node_modules"));
  symlinkSync(repository, join(dir, "node_modules/podwright"));
  symlinkSync(join(repository, "node_modules/@pulumi"), join(dir, "node_modules/@pulumi"));
  const project = { name: "e2e", runtime: { name: "nodejs", options: { typescript: false } } };
  writeFileSync(join(dir, "Pulumi.yaml"), JSON.stringify(project));
  writeFileSync(join(dir, "package.json"), '{ "name": "e2e", "main": "index.js" }\n');
}

/** The name of the project in that folder. */
export function projectOf(dir: string): string {
  return parse(readFileSync(join(dir, "Pulumi.yaml"), "utf8")).name;
}

/** Installs the working copy's build as `pulumi plugin install` would. */
export function installPlugin(dir: string, command: readonly string[]): void {
  const folder = join(dir, `home/plugins/resource-podwright-v${version}`);
  mkdirSync(folder, { recursive: true });
  const program = `#!/bin/sh\nexec ${command.join(" ")} "$@"\n`;
  writeFileSync(join(folder, "pulumi-resource-podwright"), program, { mode: 0o755 });
}

/** Writes Pulumi's file for a project's selected stack. */
export function selectStack(dir: string, backend: string): void {
  const project = createHash("sha1").update(join(dir, "Pulumi.yaml")).digest("hex");
  const workspaces = join(dir, "home/workspaces");
  mkdirSync(workspaces, { recursive: true });
  const selected = { stacks: { [backend]: "organization/e2e/test" } };
  writeFileSync(join(workspaces, `e2e-${project}-workspace.json`), JSON.stringify(selected));
}

export interface Spec {
  readonly resources: readonly Declared[];
  readonly outputs: Readonly<Record<string, string>>;
}

export function yamlProgram({ resources, outputs }: Spec): object {
  const entries = resources.map(({ kind, name, args, options = {} }) => {
    const own = Object.entries(options).map(([option, value]) => {
      const names = option === "dependsOn" || option === "replaceWith" ? (value as string[]) : undefined;
      return [option, names?.map((other) => `\${${other}}`) ?? value] as const;
    });
    return [name, { type: `podwright:${kind}`, properties: args, options: Object.fromEntries(own) }] as const;
  });
  return { resources: Object.fromEntries(entries), outputs };
}
