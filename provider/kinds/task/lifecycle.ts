import { type Pod, podCost } from "../../../client";
import { parseDuration } from "../../../kernel/duration";
import { dollars } from "../../../kernel/money";
import { messageOf } from "../../../kernel/plain-text";
import type { Values } from "../../../kernel/values";
import { timesOf } from "../../creating/lookup-by-name";
import { takingOver } from "../../creating/take-over";
import { createdByStack } from "../../creating/unrecorded";
import { gpuOfPod, noteHardware } from "../../lifecycle/remembering";
import { markerOf, requireMarker } from "../../planning/marker";
import { recordedOutputs } from "../../planning/projection";
import { OperationError } from "../../pulumi/errors";
import { deleteUnlessGone } from "../../session/not-found";
import type {
  Created,
  DeleteRequest,
  Leftovers,
  ReadRequest,
  ReadResult,
  Resource,
  UpdateRequest,
} from "../../session/resource";
import type { Run } from "../../session/run";
import { placementOf } from "../pod/placement";
import { isGone } from "../pod/readiness";
import { readPod } from "../pod/settle";
import { ended, interrupted } from "./failure";
import { goneWithoutResult, type Outcome, outcomeNow, UnreadLogError, untilEnded, untilStarted } from "./follow";
import { liveInputs } from "./live";
import { creationOf, type RunPod, unrecordedPods } from "./pods";
import { mayRunAgain } from "./status";
import { retriesOf, type TaskInputs, taskDeclaration } from "./task";
import { taskTraces } from "./traces";
import { costUntil, type Facts, maskFor, type Spent, spentIn, statusOf, taskOutputs } from "./wire";

async function create(run: Run, inputs: TaskInputs): Promise<Created> {
  const runId = requireMarker(inputs);
  return { id: runId, outputs: await carryOut(run, inputs, { runId, next: 1, before: 0 }) };
}

/** Where a run stands. */
interface Stand {
  readonly runId: string;
  /** The run's pod, if RunPod has it. */
  readonly found?: RunPod | undefined;
  /** Number of the next pod of the run. */
  readonly next: number;
  /** US dollars that the earlier pods of the run have cost. */
  readonly before: number;
  /** Known price of the found pod, in US dollars an hour. */
  readonly rate?: number;
}

/** Runs the command to its end, with a further pod for each lost one. Returns the outputs of the successful run. */
async function carryOut(
  run: Run,
  inputs: TaskInputs,
  { runId, found, next, before, rate = 0 }: Stand,
): Promise<Values> {
  let spent = before;
  let current = found;
  for (let attempt = found?.attempt ?? next; ; attempt += 1) {
    const begun = run.clock.now();
    const pod = current?.pod ?? (await begin(run, inputs, { runId, attempt, spent }));
    const facts = await follow(run, inputs, {
      runId,
      pod,
      // The clocks of this machine and of RunPod may differ, so only the age of an older pod follows from RunPod's time.
      since: current === undefined ? begun : timeOf(current.pod.createdAt, begun),
      attempt,
      spent: { before: spent, rate: pod === found?.pod ? rate : 0 },
    });
    const { outcome } = facts;
    if (outcome === undefined) return taskOutputs(inputs, facts);
    const status = statusOf(outcome);
    run.report(`task ${run.name} is ${status}`);
    if (outcome.kind === "lost" && mayRunAgain({ status, attempts: attempt }, retriesOf(inputs))) {
      run.warn(
        `task ${run.name} lost pod ${pod.id}: ${outcome.why}. Podwright deletes it and starts pod ${attempt + 1} of the run`,
      );
      await deletePod(run, pod.id);
      spent = costUntil(facts);
      current = undefined;
      continue;
    }
    const hasPod = await finish(run, inputs, outcome);
    const outputs = taskOutputs(inputs, { ...facts, hasPod });
    if (status === "SUCCEEDED") return outputs;
    const kept = hasPod ? facts.pod : undefined;
    throw ended(run, runId, { outcome, lines: outcome.lines, inputs, outputs, kept });
  }
}

interface Beginning {
  readonly runId: string;
  readonly attempt: number;
  readonly spent: number;
}

/** Creates a pod that runs the command. */
async function begin(run: Run, inputs: TaskInputs, { runId, attempt, spent }: Beginning): Promise<Pod> {
  const { timeout, maxCost } = inputs;
  // The preview has compared `maxCost` with the whole `timeout` at the highest price.
  const limitMs = parseDuration(timeout) * (maxCost === undefined ? 1 : 1 - spent / maxCost);
  if (limitMs < 1_000) {
    throw new OperationError(
      `task ${run.name} has cost ${dollars(spent)}, so its maxCost of ${dollars(maxCost ?? 0)} pays for no further pod. Raise maxCost, or change the task's triggers for a new run`,
    );
  }
  const creation = await creationOf(run, inputs, { runId, attempt, limitMs });
  const pod = await creation.begin();
  await creation.removeDuplicates(pod.id);
  noteHardware(run, { event: "created", kind: "Pod", id: pod.id, gpu: gpuOfPod({ placement: placementOf(pod) }) });
  return pod;
}

interface Following {
  readonly runId: string;
  readonly pod: Pod;
  /** Time since which the pod exists. */
  readonly since: number;
  readonly attempt: number;
  readonly spent: Spent;
}

/** Follows a pod to the end of the command. Without `wait`, it returns as soon as the container runs. */
async function follow(run: Run, inputs: TaskInputs, { runId, pod, since, attempt, spent }: Following): Promise<Facts> {
  const factsAt = (now: Pod, outcome?: Outcome): Facts => ({
    pod: now,
    attempt,
    spent: { ...spent, rate: Math.max(spent.rate, podCost(now)) },
    outcome,
    hasPod: !isGone(now),
    now: run.clock.now(),
  });
  let hasStarted = false;
  try {
    const early = await untilStarted(run, { pod, since }, inputs);
    if (early !== undefined) return factsAt(early.pod, early);
    hasStarted = true;
    const running = (await readPod(run, pod.id)) ?? pod;
    if (inputs.wait === false) return factsAt(running, await outcomeNow(run, running, inputs));
    const outcome = await untilEnded(run, running, inputs, maskFor(inputs));
    return factsAt(outcome.pod, outcome);
  } catch (error) {
    throw interrupted(run, runId, { inputs, error, outputs: taskOutputs(inputs, factsAt(pod)), pod, hasStarted });
  }
}

function timeOf(text: string, otherwise: number): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? otherwise : time;
}

/** Deletes the pod of an ended run, or stops and keeps it. Tells whether RunPod still has the pod. */
async function finish(run: Run, { keepPod }: TaskInputs, outcome: Outcome): Promise<boolean> {
  const { pod } = outcome;
  if (isGone(pod)) return false;
  try {
    if (keepPod !== "onFailure" || statusOf(outcome) === "SUCCEEDED") {
      await deletePod(run, pod.id);
      return false;
    }
    const now = await readPod(run, pod.id);
    if (now?.actions.includes("stop")) await run.platform.pods.act(pod.id, "stop", { signal: run.signal });
    return now !== undefined;
  } catch (error) {
    run.warn(
      `pod ${pod.id} of task ${run.name} is not deleted yet: ${messageOf(error)} The next "pulumi up" deletes it`,
    );
    return true;
  }
}

function deletePod(run: Run, id: string): Promise<void> {
  return deleteUnlessGone({ ...run, warn: () => undefined }, run.platform.pods, "pod", id);
}

/** Finds the run's pod again: the recorded pod, or a later pod of a killed run. The recorded id spares a list of all pods. */
async function currentPod(run: Run, runId: string, state: Values): Promise<RunPod | undefined> {
  const recorded = typeof state.podId === "string" ? await readPod(run, state.podId) : undefined;
  if (recorded !== undefined && !isGone(recorded)) return { pod: recorded, attempt: attemptsIn(state) };
  const [newest] = await unrecordedPods(run, runId, attemptsIn(state));
  return newest;
}

/** Returns the number of pods that the state records. 0 for a task of which the state has only the inputs. */
function attemptsIn({ attempts = 0 }: Values): number {
  return Number(attempts);
}

/** Reads a task. A finished task needs no request, because nothing outside can change it. */
async function read(run: Run, { id, declared, state = {} }: ReadRequest): Promise<ReadResult> {
  if (declared === undefined) return await readById(run, id);
  if (state.status !== undefined && state.status !== "RUNNING")
    return { inputs: declared, outputs: recordedOutputs(taskDeclaration, state, declared) };
  const inputs = declared as unknown as TaskInputs;
  const found = await currentPod(run, id, state);
  if (found === undefined) {
    // A task that the state does not know ran nowhere.
    if (state.status === undefined) return undefined;
    return { inputs: declared, outputs: lostOutputs(state, declared) };
  }
  const { pod, attempt } = found;
  const outcome = await outcomeOr(run, pod, inputs);
  const facts = { pod, attempt, spent: spentIn(state), outcome, hasPod: !isGone(pod), now: run.clock.now() };
  return { inputs: liveInputs(pod, declared), outputs: taskOutputs(inputs, facts) };
}

/** Finds a run of which only the id is known. RunPod keeps no trace of a run after its last pod. */
async function readById(run: Run, id: string): Promise<ReadResult> {
  const [newest] = await unrecordedPods(run, id, 0);
  if (newest === undefined) return undefined;
  run.report(
    'RunPod does not return the inputs of a task, so Podwright finds the pod of this task, but cannot import the task. To run a task, declare it: it runs on the next "pulumi up"',
  );
  return { inputs: {}, outputs: { attempts: newest.attempt, podId: newest.pod.id, hasPod: true } };
}

/** A refresh leaves a run RUNNING if RunPod does not show the log of its ended pod. The next update reads the log again. */
async function outcomeOr(run: Run, pod: Pod, inputs: TaskInputs): Promise<Outcome | undefined> {
  try {
    return await outcomeNow(run, pod, inputs);
  } catch (error) {
    if (!(error instanceof UnreadLogError)) throw error;
    run.warn(`${error.message}. The next "pulumi up" reads the log again`);
    return undefined;
  }
}

/** Returns the outputs of a running task whose pod RunPod no longer has. */
function lostOutputs(state: Values, inputs: Values): Values {
  return { ...recordedOutputs(taskDeclaration, state, inputs), status: "LOST", hasPod: false };
}

async function update(run: Run, { id, news, state }: UpdateRequest<TaskInputs>) {
  if (state.status === "SUCCEEDED") {
    if (state.hasPod === true) await deletePod(run, String(state.podId));
    return { outputs: { ...recordedOutputs(taskDeclaration, state, { ...news }), hasPod: false } };
  }
  const found = await currentPod(run, id, state);
  const attempts = attemptsIn(state);
  // A killed run may have begun the next attempt.
  const hasLostPod = state.status === "RUNNING" && found === undefined;
  const isLost = hasLostPod || (state.status === "LOST" && (found === undefined || found.attempt <= attempts));
  if (hasLostPod) {
    const outputs = lostOutputs(state, { ...news });
    const outcome = { kind: "lost", why: goneWithoutResult } as const;
    if (!mayRunAgain(outputs, retriesOf(news)))
      throw ended(run, id, { outcome, lines: [], inputs: news, outputs, kept: undefined });
    run.warn(
      `task ${run.name} lost pod ${state.podId}: ${outcome.why}. Podwright starts pod ${attempts + 1} of the run`,
    );
  }
  if (isLost && found !== undefined) await deletePod(run, found.pod.id);
  const next = attempts + 1;
  const stand = isLost ? { before: Number(state.cost ?? 0) } : { found, ...spentIn(state) };
  return { outputs: await carryOut(run, news, { runId: id, next, ...stand }) };
}

/** Sees the end of a command that nobody waits for. */
async function lookAgain(run: Run, { id, news, state }: UpdateRequest<TaskInputs>): Promise<Values> {
  if (state.status !== "RUNNING") return {};
  const found = await currentPod(run, id, state);
  if (found === undefined) return { hasEnded: true };
  return (await outcomeNow(run, found.pod, news)) === undefined ? {} : { hasEnded: true };
}

/**
 * Deletes the pods of a task that has not ended, or that keeps its pod: the recorded pod, and later pods of a killed run. A
 * copy of a recorded pod is not of this stack.
 */
async function remove(run: Run, { id, inputs, state }: DeleteRequest<TaskInputs>): Promise<void> {
  const isOpen = state.status === undefined || state.status === "RUNNING" || mayRunAgain(state, retriesOf(inputs));
  const later = isOpen ? await unrecordedPods(run, id, attemptsIn(state)) : [];
  const recorded = state.hasPod === true ? [String(state.podId)] : [];
  for (const podId of [...recorded, ...later.map(({ pod }) => pod.id)]) {
    run.report(`deleting pod ${podId} of task ${run.name}`);
    await deletePod(run, podId);
  }
}

/** Finds the pods of an interrupted creation. The id of a task is the marker of its creation. */
async function findLeftovers(run: Run, inputs: Partial<TaskInputs>): Promise<Leftovers> {
  const runId = markerOf(inputs);
  if (runId === undefined) return { created: [], similar: [], sought: [] };
  const [newest] = await unrecordedPods(run, runId, 0);
  if (newest === undefined) return { created: [], similar: [], sought: [runId] };
  return {
    created: [runId],
    similar: [],
    sought: [runId],
    ...timesOf([{ id: runId, createdAt: newest.pod.createdAt }]),
  };
}

async function foreseeCreate({ name }: Run, { success, retries }: Partial<TaskInputs>): Promise<readonly string[]> {
  if (success === undefined) return [];
  const more = retriesOf({ retries });
  const again = more === 0 ? "" : `, runs a failed command up to ${more} more ${more === 1 ? "time" : "times"}`;
  return [
    `task ${name} has \`success\`: Podwright cannot tell a failed command from a lost pod${again}, and cannot end the pod while nobody watches`,
  ];
}

const plain: Resource<TaskInputs> = {
  ...taskDeclaration,
  create,
  createdByStack: (run) => createdByStack(run, taskTraces),
  findLeftovers,
  foreseeCreate,
  read,
  update,
  lookAgain,
  delete: remove,
};

export const task: Resource<TaskInputs> = { ...plain, ...takingOver(plain, taskTraces) };
