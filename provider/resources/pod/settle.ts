import { ConflictError, PlatformError, type Pod, type PodAction } from "../../platform";
import { formatDuration } from "../durations";
import { unlessNotFound } from "../not-found";
import type { Run } from "../run";
import { awaitCondition } from "../wait/await";
import type { Condition } from "../wait/condition";
import type { PodInputs } from "./inputs";
import { exited, running, stoppable } from "./readiness";

/** The pod as it is now; `undefined` when it is gone. */
export function lookAt(run: Run, id: string): Promise<Pod | undefined> {
  return unlessNotFound(run.platform.pods.get(id, { signal: run.signal }));
}

/** Waits for a condition of a pod, reporting each state it passes. */
export async function awaitPod(run: Run, pod: Pod, condition: Condition<Pod>, deadline: number): Promise<Pod> {
  let told = "";
  const reached = await awaitCondition({
    id: pod.id,
    first: pod,
    condition,
    poller: run.pods,
    look: () => lookAt(run, pod.id),
    clock: run.clock,
    timeoutMs: Math.max(0, deadline - run.clock.now()),
    signal: run.signal,
    onProgress: (snapshot, _waitingFor, waitedMs) => {
      const status = snapshot?.status ?? "not there";
      if (status === told) return;
      told = status;
      run.report(`pod ${pod.id} is ${status} (${formatDuration(waitedMs)}${rate(snapshot)})`);
    },
  });
  return reached ?? pod;
}

function rate(pod: Pod | undefined): string {
  return pod === undefined || pod.cost === 0 ? "" : `, $${pod.cost} an hour`;
}

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
  const stopped = pod.status === "EXITED" || pod.status === "ERROR";
  const started = stopped ? await act(run, pod, "start", ({ status }) => status !== pod.status) : pod;
  return await awaitRunning(run, started, inputs, deadline);
}

async function stop(run: Run, pod: Pod, deadline: number): Promise<Pod> {
  const ready = await awaitPod(run, pod, stoppable, deadline);
  // It may have ended by itself meanwhile.
  if (ready.status === "EXITED") return ready;
  const stopping = await act(run, ready, "stop", ({ status }) => status === "EXITED");
  return await awaitPod(run, stopping, exited, deadline);
}

export async function restart(run: Run, pod: Pod, inputs: Partial<PodInputs>, deadline: number): Promise<Pod> {
  const restarted = await act(run, pod, "restart", ({ startedAt }) => startedAt !== pod.startedAt);
  return await awaitRunning(run, restarted, inputs, deadline);
}

/**
 * Sends an action. One whose answer was lost, or that somebody else was quicker with, is judged by what the pod shows
 * afterwards; only when nothing happened is it sent again.
 */
async function act(run: Run, pod: Pod, action: PodAction, happened: (pod: Pod) => boolean): Promise<Pod> {
  run.report(`${action}: pod ${pod.id}`);
  for (let again = true; ; again = false) {
    try {
      run.signal.throwIfAborted();
      return (await run.platform.pods.act(pod.id, action, { signal: run.signal })) ?? pod;
    } catch (error) {
      const unclear = error instanceof PlatformError && (error.outcomeUnknown || error instanceof ConflictError);
      if (!unclear) throw error;
      const now = await lookAt(run, pod.id);
      if (now !== undefined && happened(now)) return now;
      if (!again) throw error;
    }
  }
}
