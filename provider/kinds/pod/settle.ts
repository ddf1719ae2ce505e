import { ConflictError, PlatformError, type Pod, type PodAction, podCost } from "../../../client";
import { formatDuration } from "../../../client/values/duration";
import { OperationError } from "../../operations/errors";
import { logTail } from "../../operations/log-tail";
import { unlessNotFound } from "../../operations/not-found";
import type { Run } from "../../operations/run";
import { replaceIt } from "../../operations/unfinished";
import { type Condition, WaitFailedError, WaitTimeoutError, waitFor } from "../../waiting/wait-for";
import { waitForSign } from "../../waiting/wait-for-sign";
import { lacksContainer } from "../container";
import { waitUntilAnswers } from "./answering";
import type { PodInputs } from "./pod";
import { exited, placed, running, stateOf, statusOf, stoppable, watchedPods } from "./readiness";

/** The pod as it is now; `undefined` when it is gone. */
export function readPod(run: Run, id: string): Promise<Pod | undefined> {
  return unlessNotFound(run.platform.pods.get(id, { signal: run.signal }));
}

/** Waits for a condition of a pod and reports each state on the way. */
async function waitForPod(run: Run, pod: Pod, condition: Condition<Pod>, deadline: number): Promise<Pod> {
  const describe = (snapshot: Pod | undefined) => ({
    subject: `pod ${pod.id} is`,
    state: snapshot === undefined ? "not there" : stateOf(snapshot),
    costPerHour: snapshot && podCost(snapshot),
  });
  return (
    (await waitFor(run, { id: pod.id, poller: run.poller(watchedPods), first: pod, condition, deadline, describe })) ??
    pod
  );
}

/** The last start of a pod. */
export type Start = Pick<Pod, "status" | "startedAt"> & Partial<Pick<Pod, "runtime">>;

/** A pod that was just created or reset starts by itself, or fails. */
export async function waitUntilRunning(run: Run, pod: Pod, inputs: Partial<PodInputs>, deadline: number): Promise<Pod> {
  if (inputs.skipAwait === true) return pod;
  const started = await waitForContainer(run, pod, deadline);
  run.report(`pod ${pod.id} is RUNNING`);
  return await waitUntilAnswers(run, started, inputs, deadline);
}

/** How long the log of a pod without a container may stay the same, in milliseconds before they are scaled. */
const quietMs = 90_000;

/**
 * Waits for RUNNING, and then for the container. A pod can stay RUNNING without one for ever: on a broken host, or with an
 * image that never starts. A slow image writes to the log meanwhile, so the wait ends early only if the log stays the same.
 */
async function waitForContainer(run: Run, pod: Pod, deadline: number): Promise<Pod> {
  let last = await waitForPod(run, pod, placed, deadline);
  let log: string | undefined;
  const since = run.clock.now();
  for (;;) {
    const limit = Math.min(deadline, run.clock.now() + quietMs * run.timeScale);
    try {
      return await waitForPod(run, last, running, limit);
    } catch (error) {
      if (!(error instanceof WaitTimeoutError) || limit === deadline) throw error;
      last = (error.last as Pod | undefined) ?? last;
    }
    const lines = await logTail(run, (options) => run.platform.pods.logs(last.id, options));
    if (lacksContainer(last) && log === lines.join("\n")) throw new NoContainerError(last, run.clock.now() - since);
    log = lines.join("\n");
  }
}

/** The pod never had a container. */
export class NoContainerError extends WaitFailedError<Pod> {
  constructor(pod: Pod, lastedMs: number) {
    const lasted = formatDuration(lastedMs);
    super(
      `it has been RUNNING for ${lasted} without a container, and its log stays the same: its host is broken, or its image never starts`,
      pod,
    );
  }
}

/** Brings a pod to the state the program asks for. */
export async function settle(run: Run, pod: Pod, inputs: Partial<PodInputs>, deadline: number): Promise<Pod> {
  if (inputs.desiredStatus === "EXITED") return await stop(run, pod, deadline);
  if (statusOf(pod) === "RUNNING") return await waitUntilAnswers(run, pod, inputs, deadline);
  const isStopped = pod.status === "EXITED" || pod.status === "ERROR";
  const started = isStopped ? await start(run, pod, deadline) : pod;
  return await waitUntilRunning(run, started, inputs, deadline);
}

/**
 * The same for a pod whose container was started as `before` and was changed in a way that resets it. A pod that is stuck
 * in its start may not apply the change by itself.
 */
export async function settleReset(
  run: Run,
  { before, pod }: { readonly before: Start; readonly pod: Pod },
  inputs: Partial<PodInputs>,
  deadline: number,
): Promise<Pod> {
  if (inputs.desiredStatus === "EXITED") return await stop(run, pod, deadline);
  const wasStarting = statusOf(before) === "STARTING";
  if (inputs.skipAwait === true && !wasStarting) return pod;
  const hasBegun = isOtherThan(before);
  const reached = await waitForPodSign(run, pod, hasBegun, deadline);
  const begun = wasStarting && !hasBegun(reached) ? await startAnew(run, reached, deadline) : reached;
  return await waitUntilRunning(run, begun, inputs, deadline);
}

async function startAnew(run: Run, pod: Pod, deadline: number): Promise<Pod> {
  const { id, actions } = pod;
  const state = stateOf(pod);
  run.report(`pod ${id} is still ${state} and does not apply the change by itself`);
  if (actions.includes("restart")) {
    return await act(run, pod, { action: "restart", hasBegun: isOtherThan(pod), deadline });
  }
  if (actions.includes("stop")) return await start(run, await stop(run, pod, deadline), deadline);
  throw new OperationError(
    `it does not apply the change while it is ${state}, and the platform allows neither a restart nor a stop (${actions.join(", ") || "nothing"}). ${replaceIt(run, "pod")}`,
  );
}

export async function restart(run: Run, pod: Pod, inputs: Partial<PodInputs>, deadline: number): Promise<Pod> {
  const hasBegun = isOtherThan(pod);
  const restarted = await act(run, pod, { action: "restart", hasBegun, deadline });
  if (inputs.skipAwait === true) return restarted;
  return await waitUntilRunning(run, await waitForPodSign(run, restarted, hasBegun, deadline), inputs, deadline);
}

/** Returns the pod on its way to run: the state records that, and not the state before the start. */
async function start(run: Run, pod: Pod, deadline: number): Promise<Pod> {
  const hasBegun = isOtherThan(pod);
  const started = await act(run, pod, { action: "start", hasBegun, deadline });
  return await waitForPodSign(run, started, hasBegun, deadline);
}

async function stop(run: Run, pod: Pod, deadline: number): Promise<Pod> {
  const ready = await waitForPod(run, pod, stoppable, deadline);
  // It may have ended by itself meanwhile.
  if (ready.status === "EXITED") return ready;
  const hasBegun: Sign = ({ status }) => status === "EXITED";
  const stopping = await act(run, ready, { action: "stop", hasBegun, deadline });
  return await waitForPod(run, stopping, exited, deadline);
}

/** Whether a pod shows that the requested action has begun. */
type Sign = (pod: Pod) => boolean;

/** A new run has another status or another start time than the one before. */
function isOtherThan(before: Start): Sign {
  return (pod) => statusOf(pod) !== statusOf(before) || pod.startedAt !== before.startedAt;
}

async function waitForPodSign(run: Run, pod: Pod, sign: Sign, deadline: number): Promise<Pod> {
  const { id } = pod;
  const shown = await waitForSign(run, {
    id,
    what: `pod ${id}`,
    poller: run.poller(watchedPods),
    first: pod,
    sign,
    deadline,
  });
  return shown ?? { ...pod, status: "TERMINATED" };
}

interface Act {
  readonly action: PodAction;
  readonly hasBegun: Sign;
  readonly deadline: number;
}

/**
 * Sends an action. Where its response was lost, or somebody else was quicker, the pod shows whether it happened. Only
 * when it did not is it sent again.
 */
async function act(run: Run, pod: Pod, { action, hasBegun, deadline }: Act): Promise<Pod> {
  run.report(`${action}: pod ${pod.id}`);
  let isLost = false;
  for (let again = true; ; again = false) {
    try {
      run.signal.throwIfAborted();
      return (await run.platform.pods.act(pod.id, action, { signal: run.signal })) ?? pod;
    } catch (error) {
      isLost ||= error instanceof PlatformError && error.outcomeUnknown;
      if (!isLost && !(error instanceof ConflictError)) throw error;
      const now = isLost ? await waitForPodSign(run, pod, hasBegun, deadline) : await readPod(run, pod.id);
      if (now !== undefined && hasBegun(now)) return now;
      if (!again) throw error;
    }
  }
}
