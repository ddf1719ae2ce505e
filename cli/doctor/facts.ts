import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { withTimeout } from "../../client/clock";
import { runPulumi } from "../../provider/hosts/engine/pulumi";
import type { CommandContext } from "../program/context";
import { isLocked, type PastRun } from "../stack/history";
import { type Configured, Stack, type StackLocation } from "../stack/stack";
import type { ExportedState } from "../stack/state";
import { type Attempt, attempt, sentenceOf } from "./finding";
import { type ProjectFile, projectAt } from "./project-file";

/** What the machine has. */
export interface MachineFacts {
  /** The version of the `pulumi` on the PATH. */
  readonly pulumi: Attempt<string>;
  /** The version of the `node` on the PATH, which Pulumi starts. */
  readonly node: Attempt<string>;
  /** The installed versions of the provider plugin. */
  readonly plugins: Attempt<readonly string[]>;
}

/** What belongs to the project that the command stands in. */
export interface ProjectFacts {
  readonly stack: Stack;
  readonly project: Attempt<ProjectFile> | undefined;
  /** Each is `undefined` where there is nothing to ask: no project, no login, or no stack. */
  readonly backend: Attempt<string> | undefined;
  readonly stackName: Attempt<string> | undefined;
  readonly configured: Attempt<Readonly<Record<string, Configured>>> | undefined;
  readonly state: Attempt<ExportedState> | undefined;
  readonly runs: Attempt<readonly PastRun[]> | undefined;
  /** Whether the stack is locked; `undefined` where it cannot be known. */
  readonly locked: boolean | undefined;
}

/** Everything on this machine that findings are about. Nothing is changed. */
export interface Facts extends MachineFacts, ProjectFacts {}

/** A command that has not ended by then hangs. */
const PATIENCE_MS = 30_000;

/** Gathers the facts. Independent commands run at once: each takes about half a second. */
export async function factsOf(location: StackLocation, context: CommandContext): Promise<Facts> {
  const late = new Error(`it did not end within ${PATIENCE_MS / 1000} seconds`);
  return await withTimeout(context.clock, PATIENCE_MS, late, async (limit) => {
    const limited = { ...context, signal: AbortSignal.any([context.signal, limit]) };
    const [machine, project] = await Promise.all([
      machineFacts(location, limited, context.signal),
      projectFacts(location, limited, context.signal),
    ]);
    return { ...machine, ...project };
  });
}

async function machineFacts(
  { cwd }: StackLocation,
  context: CommandContext,
  signal: AbortSignal,
): Promise<MachineFacts> {
  const { env } = context;
  const pulumiVersion = async () => {
    const { exitCode, stdout, stderr } = await runPulumi(["version"], { cwd, env, signal: context.signal });
    if (exitCode !== 0) throw new Error(`\`pulumi version\` failed: ${sentenceOf(stderr)}`);
    return stdout.trim().replace(/^v/, "");
  };
  const [pulumi, node, plugins] = await Promise.all([
    attempt(pulumiVersion, signal),
    attempt(() => nodeVersion(env, context.signal), signal),
    attempt(() => new Stack({ cwd }, context).plugins(), signal),
  ]);
  return { pulumi, node, plugins };
}

/** Facts of a project, backend or stack that does not exist are absent; a finding gives the reason. */
async function projectFacts(
  location: StackLocation,
  context: CommandContext,
  signal: AbortSignal,
): Promise<ProjectFacts> {
  const stack = new Stack(location, context);
  const project = await projectAt(location.cwd);
  const none = { stack, project, ...nothing };
  if (project === undefined || "error" in project) return none;
  const [backend, stackName, configured, state, runs] = await Promise.all([
    attempt(() => stack.backend(), signal),
    attempt(() => stack.name(), signal),
    attempt(() => stack.configured(), signal),
    attempt(() => stack.state(), signal),
    attempt(() => stack.history(), signal),
  ]);
  if ("error" in backend) return { ...none, backend };
  if ("error" in stackName) return { ...none, backend, stackName };
  const place = { backend: backend.value, cwd: project.value.folder, project: project.value.name };
  const locked = await isLocked({ ...place, stack: stackName.value });
  return { stack, project, backend, stackName, configured, state, runs, locked };
}

const nothing = {
  backend: undefined,
  stackName: undefined,
  configured: undefined,
  state: undefined,
  runs: undefined,
  locked: undefined,
};

async function nodeVersion(env: CommandContext["env"], signal: AbortSignal): Promise<string> {
  const child = spawn("node", ["--version"], { env: { ...env }, stdio: ["ignore", "pipe", "ignore"], signal });
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  const printed = await Promise.race([text(child.stdout), failed]);
  return printed.trim().replace(/^v/, "");
}
