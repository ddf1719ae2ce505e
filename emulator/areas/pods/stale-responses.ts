import type { Platform } from "../../platform/platform";
import type { Pod } from "../../records/pod";

/** Values of a pod's previous run, and the number of responses that still show them. */
interface PreviousPod extends Pick<Pod, "status" | "startedAt" | "globalAddress"> {
  responses: number;
}

/**
 * Pods whose responses still show the previous run. The state file leaves these pods out, because the old values last only a
 * moment.
 */
const previousPods = new WeakMap<Pod, PreviousPod>();

/** Changes the run of a pod. The setting `staleAnswers` makes the next responses show the previous run. */
export function changeRun(platform: Platform, pod: Pod, change: () => void): void {
  const { staleAnswers } = platform.settings;
  const { status, startedAt, globalAddress, moves } = pod;
  change();
  if (staleAnswers > 0 && pod.moves !== moves)
    previousPods.set(pod, { status, startedAt, globalAddress, responses: staleAnswers });
}

/** Returns the pod as this response shows it. */
export function asShown(pod: Pod): Pod {
  const previous = previousPods.get(pod);
  if (previous === undefined) return pod;
  const { responses, ...rest } = previous;
  if (responses > 1) previous.responses--;
  else previousPods.delete(pod);
  return { ...pod, ...rest };
}
