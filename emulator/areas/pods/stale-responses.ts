import type { Platform } from "../../platform/platform";
import type { Pod } from "../../records/pod";

/** The values of a pod's previous run that responses still show, and the number of these responses. */
interface PreviousPod extends Pick<Pod, "status" | "startedAt" | "globalAddress"> {
  responses: number;
}

/** Not in the state file: it ends within a moment. */
const previousPods = new WeakMap<Pod, PreviousPod>();

/** Changes the pod's run. If the settings ask for it, the next responses do not show the change yet. */
export function changeRun(platform: Platform, pod: Pod, change: () => void): void {
  const { staleAnswers } = platform.settings;
  const { status, startedAt, globalAddress, moves } = pod;
  change();
  if (staleAnswers > 0 && pod.moves !== moves)
    previousPods.set(pod, { status, startedAt, globalAddress, responses: staleAnswers });
}

/** The pod as this response shows it. */
export function asShown(pod: Pod): Pod {
  const previous = previousPods.get(pod);
  if (previous === undefined) return pod;
  const { responses, ...rest } = previous;
  if (responses > 1) previous.responses--;
  else previousPods.delete(pod);
  return { ...pod, ...rest };
}
