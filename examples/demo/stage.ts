import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { LocalWorkspace } from "@pulumi/pulumi/automation";
import { connect, type Platform } from "../../client";
import { type Emulator, startEmulator } from "../../emulator/index";
import { Engine } from "./engine";
import { terminal } from "./terminal";

/** Folder of the repository. The path starts at the compiled tour in `dist/examples/demo`. */
const repository = path.resolve(__dirname, "../../..");

/** Tools of the tour's steps. */
export interface Stage {
  readonly emulator: Emulator;
  /**
   * True with the option `--running-at-once`. Pods are then `RUNNING` before their container runs, as in recordings of
   * RunPod.
   */
  readonly runningAtOnce: boolean;
  readonly engine: Engine;
  /** Podwright's client, with which the tour submits jobs as a user's program would. */
  readonly platform: Platform;
  readonly signal: AbortSignal;
}

/** Opens a stage and passes it to `play`. Removes all its files and processes at the end, also after a failure. */
export async function withStage(signal: AbortSignal, play: (stage: Stage) => Promise<void>): Promise<void> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "podwright-demo-")));
  const runningAtOnce = process.argv.includes("--running-at-once");
  const emulator = await startEmulator({ provision: 1500, start: 1500, workerStart: 4000, runningAtOnce });
  const platform = connect({ apiKey: emulator.apiKey, baseUrl: emulator.url, serverlessUrl: emulator.url });
  try {
    terminal.text(`The emulator listens on ${emulator.url}. The tour sends no request to RunPod.`);
    const engine = await openEngine(folder, emulator, signal);
    await play({ emulator, runningAtOnce, engine, platform, signal });
  } finally {
    await platform.close();
    await emulator.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Uses its own Pulumi home, state and project, so that the visitor's stacks and settings do not change. */
async function openEngine(folder: string, emulator: Emulator, signal: AbortSignal): Promise<Engine> {
  await mkdir(path.join(folder, "state"));
  const project = await readFile(path.join(repository, "Pulumi.yaml"), "utf8");
  const program = (main: string) => path.relative(folder, path.join(repository, main)).replaceAll(path.sep, "/");
  await writeFile(
    path.join(folder, "Pulumi.yaml"),
    project.replace(/^main: (.+)$/m, (_line, main: string) => `main: ${program(main)}`),
  );
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName: "demo", workDir: folder },
    {
      pulumiHome: path.join(folder, "home"),
      envVars: {
        PULUMI_BACKEND_URL: `file://${path.join(folder, "state").replaceAll(path.sep, "/")}`,
        PULUMI_CONFIG_PASSPHRASE: "demo",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        // The types of the program were checked when the clone was built.
        PULUMI_NODEJS_TRANSPILE_ONLY: "true",
        // All commands load the same modules, so Node compiles them only once.
        NODE_COMPILE_CACHE: path.join(folder, "compiled"),
        // Podwright's notes about creations.
        PODWRIGHT_JOURNAL: path.join(folder, "notes"),
        // The client may send the emulator requests twice as often as it would send them to RunPod.
        PODWRIGHT_TIME_SCALE: "0.5",
        PODWRIGHT_API_KEY: emulator.apiKey,
        PODWRIGHT_BASE_URL: emulator.url,
        PODWRIGHT_SERVERLESS_URL: emulator.url,
      },
    },
  );
  // The endpoint always has one worker, so that the tour shows the wait for it.
  await stack.setConfig("workersMin", { value: "1" });
  terminal.text(
    `Pulumi ${stack.workspace.pulumiVersion} runs examples/quickstart/index.ts, the program of this clone's Pulumi.yaml.`,
  );
  return new Engine(stack, signal);
}
