import { ConflictError, PlatformError, type Pod, type PodAction } from "../../../client";
import { OperationError } from "../../operations/errors";
import { unlessNotFound } from "../../operations/not-found";
import type { Run } from "../../operations/run";
import type { Condition } from "../../waiting/condition";
import { AwaitTimeoutError, awaitCondition } from "../../waiting/wait-for";
import type { PodInputs } from "./pod";
import { exited, running, stoppable } from "./readiness";

/**
 * How long a pod may go on showing what it was, in milliseconds before they are scaled: whether the answer to a reset,
 * start or restart shows the new state is not specified (contract section 4.6).
 */
const lagMs = 15_000;

/** The pod as it is now; `undefined` when it is gone. */
export function lookAt(run: Run, id: string): Promise<Pod | undefined> {
  return unlessNotFound(run.platform.pods.get(id, { signal: run.signal }));
}

/** Waits for a condition of a pod, reporting each state it passes. */
async function awaitPod(run: Run, pod: Pod, condition: Condition<Pod>, deadline: number): Promise<Pod> {
  const reached = await awaitCondition({
    id: pod.id,
    first: pod,
    condition,
    poller: run.pods,
    look: () => lookAt(run, pod.id),
    clock: run.clock,
    timeoutMs: Math.max(0, deadline - run.clock.now()),
    signal: run.signal,
    progress: {
      report: run.report,
      describe: (snapshot) => ({
        subject: `pod ${pod.id} is`,
        state: snapshot?.status ?? "not there",
        costPerHour: snapshot?.cost,
      }),
    },
  });
  return reached ?? pod;
}

/** How a pod started last. */
export type Start = Pick<Pod, "status" | "startedAt">;

/** A pod that was just created or reset: it gets there by itself, or it fails. */
export async function awaitRunning(run: Run, pod: Pod, inputs: Partial<PodInputs>, deadline: number): Promise<Pod> {
  if (inputs.skipAwait === true) return pod;
  const ready = await awaitPod(run, pod, running, deadline);
  run.report(`pod ${pod.id} is RUNNING`);
  return ready;
}

/** Brings a pod to the state the program asks for. */
export async function settle(run: Run, pod: Pod, inputs: Partial<PodInputs>, deadline: number): Promise<Pod> {
  if (inputs.desiredStatus === "EXITED") return await stop(run, pod, deadline);
  if (pod.status === "RUNNING") return pod;
  const isStopped = pod.status === "EXITED" || pod.status === "ERROR";
  const started = isStopped ? await start(run, pod, deadline) : pod;
  return await awaitRunning(run, started, inputs, deadline);
}

/**
 * The same for a pod whose container was started as `before` and that was changed in a way that resets it. One that
 * is stuck in its start may not take the change up by itself.
 */
export async function settleReset(
  run: Run,
  { before, pod }: { readonly before: Start; readonly pod: Pod },
  inputs: Partial<PodInputs>,
  deadline: number,
): Promise<Pod> {
  if (inputs.desiredStatus === "EXITED") return await stop(run, pod, deadline);
  const wasStarting = before.status === "STARTING";
  if (inputs.skipAwait === true && !wasStarting) return pod;
  const hasBegun = isOtherThan(before);
  const reached = await awaitSign(run, pod, hasBegun, deadline);
  const begun = wasStarting && !hasBegun(reached) ? await startAnew(run, reached, deadline) : reached;
  return await awaitRunning(run, begun, inputs, deadline);
}

async function startAnew(run: Run, pod: Pod, deadline: number): Promise<Pod> {
  const { id, status, actions } = pod;
  run.report(`pod ${id} is still ${status} and does not take the change up by itself`);
  if (actions.includes("restart")) {
    return await act(run, pod, { action: "restart", hasBegun: isOtherThan(pod), deadline });
  }
  if (actions.includes("stop")) return await start(run, await stop(run, pod, deadline), deadline);
  throw new OperationError(
    `it does not take the change up while it is ${status}, and the platform allows neither a restart nor a stop (${actions.join(", ") || "nothing"}). ${replaceIt(run)}`,
  );
}

export function replaceIt({ name, urn }: Run): string {
  return urn === undefined
    ? `"pulumi up --replace URN" makes a new pod in its place, with the URN of ${name} that "pulumi stack --show-urns" shows`
    : `"pulumi up --replace '${urn}'" makes a new pod in its place`;
}

export async function restart(run: Run, pod: Pod, inputs: Partial<PodInputs>, deadline: number): Promise<Pod> {
  const hasBegun = isOtherThan(pod);
  const restarted = await act(run, pod, { action: "restart", hasBegun, deadline });
  if (inputs.skipAwait === true) return restarted;
  return await awaitRunning(run, await awaitSign(run, restarted, hasBegun, deadline), inputs, deadline);
}

/** Answers the pod as it is on its way: what is to be recorded is not the state it was started from. */
async function start(run: Run, pod: Pod, deadline: number): Promise<Pod> {
  const hasBegun = isOtherThan(pod);
  const started = await act(run, pod, { action: "start", hasBegun, deadline });
  return await awaitSign(run, started, hasBegun, deadline);
}

async function stop(run: Run, pod: Pod, deadline: number): Promise<Pod> {
  const ready = await awaitPod(run, pod, stoppable, deadline);
  // It may have ended by itself meanwhile.
  if (ready.status === "EXITED") return ready;
  const hasBegun: Sign = ({ status }) => status === "EXITED";
  const stopping = await act(run, ready, { action: "stop", hasBegun, deadline });
  return await awaitPod(run, stopping, exited, deadline);
}

/** Whether a pod shows that what was asked of it has begun. */
type Sign = (pod: Pod) => boolean;

/** A run that begins has another status or another start than the one before. */
function isOtherThan({ status, startedAt }: Start): Sign {
  return (pod) => pod.status !== status || pod.startedAt !== startedAt;
}

/** Waits for the sign, or until it can be awaited no longer: then the pod is what it shows. */
async function awaitSign(run: Run, pod: Pod, sign: Sign, deadline: number): Promise<Pod> {
  try {
    const reached = await awaitCondition<Pod>({
      id: pod.id,
      first: pod,
      condition: (now) => ({ ok: now === undefined || sign(now), waitingFor: `pod ${pod.id} to show what was asked` }),
      poller: run.pods,
      look: () => lookAt(run, pod.id),
      clock: run.clock,
      timeoutMs: Math.max(0, Math.min(lagMs * run.timeScale, deadline - run.clock.now())),
      signal: run.signal,
    });
    return reached ?? gonePod(pod);
  } catch (error) {
    if (!(error instanceof AwaitTimeoutError)) throw error;
    return (error.last as Pod | undefined) ?? pod;
  }
}

function gonePod(pod: Pod): Pod {
  return { ...pod, status: "TERMINATED" };
}

interface Act {
  readonly action: PodAction;
  readonly hasBegun: Sign;
  readonly deadline: number;
}

/**
 * Sends an action. One whose answer was lost, or that somebody else was quicker with, is judged by what the pod shows
 * afterwards; only when nothing happened is it sent again.
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
      const now = isLost ? await awaitSign(run, pod, hasBegun, deadline) : await lookAt(run, pod.id);
      if (now !== undefined && hasBegun(now)) return now;
      if (!again) throw error;
    }
  }
}
