import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { withTimeout } from "../../kernel/clock";
import { runPulumi } from "../../provider/hosts/engine/pulumi";
import type { PastRun } from "../../provider/ownership/history";
import { type Attempt, attempt, sentenceOf } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { isLocked } from "../stack/history";
import type { StackLocation } from "../stack/place";
import { type ProjectFile, projectAt } from "../stack/project-file";
import { type Configured, Stack } from "../stack/stack";
import type { ExportedState } from "../stack/state";

/** Facts about the project in the working directory. */
interface ProjectFacts {
  readonly stack: Stack;
  /** This field and the following fields are absent without the project, login or stack that contains the fact. */
  readonly project?: Attempt<ProjectFile> | undefined;
  readonly backend?: Attempt<string>;
  readonly stackName?: Attempt<string>;
  readonly configured?: Attempt<Readonly<Record<string, Configured>>>;
  readonly state?: Attempt<ExportedState>;
  readonly runs?: Attempt<readonly PastRun[]>;
  /** True if the stack is locked. Absent if Podwright cannot determine it. */
  readonly locked?: boolean | undefined;
}

/** All facts about this machine for the findings. Gathering them changes nothing. */
export type Facts = Awaited<ReturnType<typeof machineFacts>> & ProjectFacts;

/** Milliseconds after which a command counts as hanging. */
const PATIENCE_MS = 30_000;

/** Gathers the facts. Independent commands run at the same time, because each takes about half a second. */
export async function factsOf(location: StackLocation, context: CommandContext): Promise<Facts> {
  const late = new Error(`the command did not end within ${PATIENCE_MS / 1000} seconds`);
  return await withTimeout(context.clock, PATIENCE_MS, late, async (limit) => {
    const limited = { ...context, signal: AbortSignal.any([context.signal, limit]) };
    const [machine, project] = await Promise.all([
      machineFacts(location, limited, context.signal),
      projectFacts(location, limited, context.signal),
    ]);
    return { ...machine, ...project };
  });
}

/** Finds the versions of `pulumi` and `node` on the PATH, and the installed versions of the provider plugin. */
async function machineFacts({ cwd }: StackLocation, context: CommandContext, signal: AbortSignal) {
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

/**
 * Reads the facts of the project, the backend and the stack. If one of them does not exist, its facts are absent, and a
 * finding gives the reason.
 */
async function projectFacts(
  location: StackLocation,
  context: CommandContext,
  signal: AbortSignal,
): Promise<ProjectFacts> {
  const stack = new Stack(location, context);
  const project = await projectAt(location.cwd);
  if (project === undefined || "error" in project) return { stack, project };
  const [backend, stackName, configured, state, runs] = await Promise.all([
    attempt(() => stack.backend(), signal),
    attempt(() => stack.name(), signal),
    attempt(() => stack.configured(), signal),
    attempt(() => stack.state(), signal),
    attempt(() => stack.history(), signal),
  ]);
  if ("error" in backend) return { stack, project, backend };
  if ("error" in stackName) return { stack, project, backend, stackName };
  const place = { backend: backend.value, cwd: project.value.folder, project: project.value.name };
  const locked = await isLocked({ ...place, stack: stackName.value });
  return { stack, project, backend, stackName, configured, state, runs, locked };
}

async function nodeVersion(env: CommandContext["env"], signal: AbortSignal): Promise<string> {
  const { stdout } = await promisify(execFile)("node", ["--version"], { env, signal });
  return stdout.trim().replace(/^v/, "");
}
