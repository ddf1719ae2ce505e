import { ConflictError, PlatformError, type Pod, type PodAction, podCost } from "../../../client";
import { formatDuration, parseDuration } from "../../../kernel/duration";
import { messageOf } from "../../../kernel/plain-text";
import { capitalized } from "../../../kernel/text";
import { linesIfRead, textsOf } from "../../lifecycle/log-tail";
import { replaceIt } from "../../lifecycle/unfinished";
import { OperationError } from "../../pulumi/errors";
import { unlessNotFound } from "../../session/not-found";
import type { Run } from "../../session/run";
import { type Condition, WaitFailedError, WaitTimeoutError, waitFor } from "../../waiting/wait-for";
import { waitForSign } from "../../waiting/wait-for-sign";
import { lacksContainer } from "../container";
import { waitUntilAnswers } from "./answering";
import { defaultContainerTimeout, type PodInputs } from "./pod";
import { exited, placed, running, stateOf, statusOf, stoppable, watchedPods } from "./readiness";

/** Reads the live pod. Returns `undefined` for a deleted pod. */
export function readPod(run: Run, id: string): Promise<Pod | undefined> {
  return unlessNotFound(run.platform.pods.get(id, { signal: run.signal }));
}

/** Waits for a condition of a pod and reports each state. */
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

/** Waits for a new or reset pod, which starts by itself or fails. */
export async function waitUntilRunning(run: Run, pod: Pod, inputs: Partial<PodInputs>, deadline: number): Promise<Pod> {
  if (inputs.skipAwait === true) return pod;
  const started = await waitForContainer(run, pod, inputs, deadline);
  run.report(`pod ${pod.id} is RUNNING`);
  return await waitUntilAnswers(run, started, inputs, deadline);
}

/**
 * Waits for RUNNING, then for the container. A broken host, or an image that never starts, can keep a pod RUNNING without a
 * container for ever. A slow image writes to the log, so the wait ends early only if the log stays the same for the second half of
 * `containerTimeout`. A log that cannot be read proves nothing.
 */
async function waitForContainer(
  run: Run,
  pod: Pod,
  { containerTimeout = defaultContainerTimeout }: Partial<PodInputs>,
  deadline: number,
): Promise<Pod> {
  const quietMs = (parseDuration(containerTimeout) / 2) * run.timeScale;
  let last = await waitForPod(run, pod, placed, deadline);
  let log: string | undefined;
  let isToldOfLog = false;
  const since = run.clock.now();
  for (;;) {
    const limit = Math.min(deadline, run.clock.now() + quietMs);
    try {
      return await waitForPod(run, last, running, limit);
    } catch (error) {
      if (!(error instanceof WaitTimeoutError) || limit === deadline) throw error;
      last = (error.last as Pod | undefined) ?? last;
    }
    const lines = await linesIfRead(run, (options) => run.platform.pods.logs(last.id, options));
    if (lines === undefined) {
      if (!isToldOfLog)
        run.report(
          `pod ${last.id}: RunPod does not show its log, so Podwright cannot tell a slow start from a broken host and goes on waiting`,
        );
      isToldOfLog = true;
      continue;
    }
    const text = textsOf(lines).join("\n");
    if (lacksContainer(last) && log === text) throw new NoContainerError(last, run.clock.now() - since);
    log = text;
  }
}

/** The pod never got a container. */
export class NoContainerError extends WaitFailedError<Pod> {
  constructor(pod: Pod, lastedMs: number) {
    const lasted = formatDuration(lastedMs);
    super(
      `it has been RUNNING for ${lasted} without a container, and its log does not change: its host may be broken, or its image never starts. If the image only takes longer, set containerTimeout to a longer time`,
      pod,
    );
  }
}

/** Brings a pod to the desired status. */
export async function settle(run: Run, pod: Pod, inputs: Partial<PodInputs>, deadline: number): Promise<Pod> {
  if (inputs.desiredStatus === "EXITED") return await stop(run, pod, deadline);
  if (statusOf(pod) === "RUNNING") return await waitUntilAnswers(run, pod, inputs, deadline);
  const isStopped = pod.status === "EXITED" || pod.status === "ERROR";
  const started = isStopped ? await start(run, pod, deadline) : pod;
  return await waitUntilRunning(run, started, inputs, deadline);
}

/**
 * Brings a pod to the desired status after a change that resets it. `before` is the start before the change. A pod that
 * is stuck in its start may not apply the change by itself.
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
    `it does not apply the change while it is ${state}, and RunPod allows neither a restart nor a stop (${actions.join(", ") || "nothing"}). ${replaceIt(run, "pod")}`,
  );
}

export async function restart(run: Run, pod: Pod, inputs: Partial<PodInputs>, deadline: number): Promise<Pod> {
  const isOther = isOtherThan(pod);
  const { enabled } = pod.globalNetworking;
  // A restart changes the networking, so a pod with the new networking has restarted.
  const hasBegun: Sign = (now) => isOther(now) || now.globalNetworking.enabled !== enabled;
  const restarted = await act(run, pod, { action: "restart", hasBegun, deadline });
  return inputs.skipAwait === true ? restarted : await waitUntilRunning(run, restarted, inputs, deadline);
}

/** Starts the pod and returns it, so that the state records the status after the start. */
async function start(run: Run, pod: Pod, deadline: number): Promise<Pod> {
  return await act(run, pod, { action: "start", hasBegun: isOtherThan(pod), deadline });
}

async function stop(run: Run, pod: Pod, deadline: number): Promise<Pod> {
  const ready = await waitForPod(run, pod, stoppable, deadline);
  // The pod may have ended by itself during the wait.
  if (ready.status === "EXITED") return ready;
  const hasBegun: Sign = ({ status }) => status === "EXITED";
  const stopping = await act(run, ready, { action: "stop", hasBegun, deadline });
  return await waitForPod(run, stopping, exited, deadline);
}

/** Tells whether a pod shows that the requested action has begun. */
type Sign = (pod: Pod) => boolean;

/** Recognises a new run by a different status, a different start time or a shorter uptime. */
function isOtherThan(before: Start): Sign {
  const ran = before.runtime?.uptime ?? 0;
  return (pod) =>
    statusOf(pod) !== statusOf(before) ||
    pod.startedAt !== before.startedAt ||
    (pod.runtime?.uptime ?? Number.POSITIVE_INFINITY) < ran;
}

/** Tells whether a pod would show a new run that begins and ends between two reads. */
function wouldShowRun({ startedAt, runtime }: Pod): boolean {
  return startedAt !== null || runtime?.uptime !== undefined;
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
 * Sends an action and waits until the pod shows its effect: RunPod's answer alone proves nothing. `act` repeats an
 * action without effect once, but never a restart: a second restart would end the run that the first restart began.
 */
async function act(run: Run, pod: Pod, { action, hasBegun, deadline }: Act): Promise<Pod> {
  for (let again = action !== "restart"; ; again = false) {
    const answered = await send(run, pod, { action, hasBegun, deadline });
    const shown = await waitForPodSign(run, answered, hasBegun, deadline);
    // A stop takes its time, and the wait for the pod's end has its own limit.
    if (hasBegun(shown) || (action === "stop" && !again)) return shown;
    if (action === "restart" && !wouldShowRun(pod)) return shown;
    if (!again || run.clock.now() >= deadline) throw withoutEffect(run, shown, action);
    run.warn(
      `RunPod confirmed the ${action} of pod ${pod.id}, but the pod shows no effect: Podwright sends the ${action} once more`,
    );
  }
}

function withoutEffect(run: Run, pod: Pod, action: PodAction): OperationError {
  return new OperationError(
    `RunPod confirmed the ${action} of pod ${pod.id}, but it had no effect: the pod is ${stateOf(pod)} as before. ${capitalized(action)} it in the RunPod console and run "pulumi up", or ${replaceIt(run, "pod")}`,
  );
}

/**
 * Sends an action. After a failure, a lost response, or another client's quicker request, the pod shows whether the action
 * happened. `send` repeats the action only if it did not happen.
 */
async function send(run: Run, pod: Pod, { action, hasBegun, deadline }: Act): Promise<Pod> {
  run.report(`${action}: pod ${pod.id}`);
  let isLost = false;
  for (let again = true; ; again = false) {
    try {
      run.signal.throwIfAborted();
      return (await run.platform.pods.act(pod.id, action, { signal: run.signal })) ?? pod;
    } catch (error) {
      isLost ||= error instanceof PlatformError && error.outcomeUnknown;
      if (!(error instanceof PlatformError)) throw error;
      const look = isLost ? waitForPodSign(run, pod, hasBegun, deadline) : readPod(run, pod.id).catch(() => undefined);
      const now = await look;
      if (now !== undefined && hasBegun(now)) {
        run.warn(
          `RunPod answered the ${action} of pod ${pod.id} with an error, but the ${action} took effect: ${messageOf(error)}`,
        );
        return now;
      }
      if (!again || !(isLost || error instanceof ConflictError)) throw error;
    }
  }
}
