import { messageOf } from "../../kernel/plain-text";
import { someAtOnce } from "../../kernel/some-at-once";
import { withoutStop } from "../../kernel/text";
import { type Exported, exportedFrom, exportedIn } from "./exported";
import { type PastRun, wholeSeconds } from "./history";
import { storedStates } from "./past-states";
import { type Evidence, lateEffectMs } from "./verdict";

/** Access to Pulumi for questions about a stack. */
export interface Witness {
  /** Runs a command of Pulumi and returns its output. Throws with Pulumi's reason. */
  readonly pulumi: (args: readonly string[]) => Promise<string>;
  /** The stack's name with organization and project. */
  readonly fullName: string;
  /** The folder in which Pulumi runs. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** The largest number of states to read. A later stack counts as unread. */
const mostStacks = 200;
/** The number of Pulumi commands at the same time. */
const atOnce = 4;
/** The number of runs to list. Pulumi may read a file in a bucket for each run. */
const historyLength = 50;

/**
 * Reads the evidence about the resources of a stack from Pulumi. `since` is the earliest creation of the judged items in
 * milliseconds: states after earlier runs prove nothing about them.
 */
export async function readEvidence(witness: Witness, own: Exported, since: number): Promise<Evidence> {
  const [others, runs] = await Promise.all([otherStates(witness), readRuns(witness)]);
  const states = "problem" in runs ? new Map() : await statesSince(witness, runs, since);
  const holders = new Map([...own.keys].map((key) => [key, witness.fullName]));
  for (const [name, { keys }] of others.read) for (const key of keys) holders.set(key, name);
  return { pending: own.pending, markers: own.markers, holders, unread: others.unread, runs, states };
}

/** Returns the earliest of these times in milliseconds. An item without a time may be older than every run. */
export function earliestOf(times: readonly (string | null | undefined)[]): number {
  const known = times.map((time) => Date.parse(time ?? ""));
  return known.some(Number.isNaN) ? Number.NEGATIVE_INFINITY : Math.min(...known);
}

interface OtherStates {
  readonly read: ReadonlyMap<string, Exported>;
  readonly unread: readonly string[];
}

/** Reads the states of the backend's other stacks, first those of the same project. */
async function otherStates({ pulumi, fullName, signal }: Witness): Promise<OtherStates> {
  const read = new Map<string, Exported>();
  const listed = await attempt(() => pulumi(["stack", "ls", "--json", "--all"]), signal);
  if ("error" in listed) return { read, unread: [`the stacks of the backend: ${listed.error}`] };
  const names = (JSON.parse(listed.value) as readonly { readonly name: string }[]).map(({ name }) => name);
  const project = fullName.slice(0, fullName.lastIndexOf("/") + 1);
  const others = names.filter((name) => !isSame(name, fullName));
  const sorted = [
    ...others.filter((name) => name.startsWith(project)),
    ...others.filter((name) => !name.startsWith(project)),
  ];
  const left = sorted.slice(mostStacks).length;
  const unread = left === 0 ? [] : [`${left} more stacks of the backend`];
  await someAtOnce(sorted.slice(0, mostStacks), atOnce, async (name) => {
    const state = await attempt(async () => exportedIn(await pulumi(["stack", "export", "--stack", name])), signal);
    if ("error" in state) unread.push(`${name}: ${state.error}`);
    else read.set(name, state.value);
  });
  return { read, unread: unread.sort() };
}

/** Pulumi shortens the names of stacks in the selected project and organization. */
function isSame(listed: string, fullName: string): boolean {
  return fullName === listed || fullName.endsWith(`/${listed}`);
}

async function readRuns({ pulumi, fullName, signal }: Witness): Promise<Evidence["runs"]> {
  const args = ["stack", "history", "--json", "--page-size", String(historyLength), "--stack", fullName];
  const found = await attempt(async () => (JSON.parse(await pulumi(args)) as PastRun[] | null) ?? [], signal);
  return "error" in found ? { problem: found.error } : found.value;
}

/** Reads the states after the runs since then. The result lacks the states that Podwright cannot read. */
async function statesSince(
  witness: Witness,
  runs: readonly PastRun[],
  since: number,
): Promise<Map<number, ReadonlySet<string>>> {
  const { pulumi, fullName, signal } = witness;
  const wanted = runs.flatMap((run, index) => (wholeSeconds(run).end + lateEffectMs > since ? [{ run, index }] : []));
  const stored = wanted.some(({ run }) => run.version === 0) ? await storedOf(witness) : undefined;
  const states = new Map<number, ReadonlySet<string>>();
  await someAtOnce(wanted, atOnce, async ({ run: { version }, index }) => {
    const read = async () => {
      if (version === 0) return await stored?.(index);
      return exportedIn(await pulumi(["stack", "export", "--version", String(version), "--stack", fullName])).keys;
    };
    const keys = await attempt(read, signal);
    if ("value" in keys && keys.value !== undefined) states.set(index, keys.value);
  });
  return states;
}

async function storedOf({ pulumi, fullName, cwd, signal }: Witness) {
  const [project = "", stack = ""] = fullName.split("/").slice(-2);
  const asked = await attempt(() => pulumi(["whoami", "--json"]), signal);
  if ("error" in asked) return undefined;
  const { url: backend } = JSON.parse(asked.value) as { readonly url: string };
  const deployments = await storedStates({ backend, cwd, project, stack });
  if (deployments === undefined) return undefined;
  return async (index: number) => {
    const deployment = await deployments(index);
    return deployment === undefined ? undefined : exportedFrom(deployment).keys;
  };
}

async function attempt<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
): Promise<{ readonly value: T } | { readonly error: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    signal.throwIfAborted();
    return { error: withoutStop(messageOf(error)) };
  }
}
