import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Emulator } from "../../../../emulator";
import type { Desk } from "../guide/desk";
import { follow } from "../guide/follow";
import { quickEmulator } from "../quick-emulator";
import { Github } from "./github";
import { Runner } from "./runner";
import { runAction, runWorkflow, type Values, type WorkflowRun } from "./workflow";

const passphrase = "only the runners know";

export interface Project {
  readonly emulator: Emulator;
  readonly runner: Runner;
  /** Runs a workflow of the guide. */
  readonly github: (name: string, values?: Values) => Promise<WorkflowRun>;
  /** Runs the action for the guide's stack. */
  readonly act: (inputs: Values, values?: Values) => Promise<WorkflowRun>;
  readonly host: Github;
  /** The address and the passphrase of the state. */
  readonly secrets: { readonly PULUMI_BACKEND_URL: string; readonly PULUMI_CONFIG_PASSPHRASE: string };
}

const backendOf = (cwd: string, name: string) => join(cwd, `../${name}`);

/** Follows the guide's first section on a desk, up to a repository that is ready to push. */
export async function followOnce(desk: Desk): Promise<string> {
  const backend = backendOf(desk.cwd, "once");
  mkdirSync(backend);
  return await follow("pipelines.md", {
    desk,
    url: "http://127.0.0.1:9",
    sections: ["set-it-up"],
    inserted: { "<address of the backend>": `file://${backend}`, "<passphrase>": passphrase },
  });
}

/** The guide's committed project with its own emulator and state. */
export async function project({ cwd, env }: Desk, { provision = 20 } = {}): Promise<Project> {
  const emulator = await quickEmulator({ provision });
  const host = await Github.start();
  const at = { PODWRIGHT_BASE_URL: emulator.url, PODWRIGHT_SERVERLESS_URL: emulator.url };
  const runner = new Runner(join(cwd, "infrastructure"), { ...env, ...at, ...host.env });
  onTestFinished(async () => {
    runner.dispose();
    host.close();
    await emulator.close();
  });
  const backend = backendOf(cwd, new URL(emulator.url).port);
  cpSync(backendOf(cwd, "once"), backend, { recursive: true });
  const secrets = { PULUMI_BACKEND_URL: `file://${backend}`, PULUMI_CONFIG_PASSPHRASE: passphrase };
  const known = {
    "secrets.PULUMI_BACKEND_URL": secrets.PULUMI_BACKEND_URL,
    "secrets.PULUMI_CONFIG_PASSPHRASE": passphrase,
    "secrets.PODWRIGHT_API_KEY": emulator.apiKey,
    "secrets.PODWRIGHT_READ_ONLY_KEY": emulator.readOnlyKey,
    ...host.known,
    "github.base_ref": runner.branch,
  };
  // Only the preview belongs to a pull request.
  const without = {
    "github.base_ref": "",
    "github.event.pull_request.number": "",
    "github.event.pull_request.head.sha": "",
  };
  const github: Project["github"] = (name, values) =>
    runWorkflow(name, runner, { ...known, ...(name === "preview" ? {} : without), ...values });
  const act: Project["act"] = async (inputs, values) => {
    runner.checkOut();
    runner.install();
    const env = { ...secrets, PODWRIGHT_API_KEY: emulator.readOnlyKey };
    const action = "./.github/actions/podwright";
    return await runAction(runner, action, { stack: "production", ...inputs }, { ...known, ...values }, env);
  };
  return { emulator, runner, github, act, host, secrets };
}
