import type { Platform } from "../platform";
import type { Pod } from "./record";

/** What is still shown of a pod's run before, and in how many answers. */
interface Former extends Pick<Pod, "status" | "startedAt" | "globalAddress"> {
  answers: number;
}

/** Not part of the saved state: it is over in a moment. */
const formers = new WeakMap<Pod, Former>();

/** Makes a change of the pod's run, which the next answers do not show yet if the settings say so. */
export function staleAfter(platform: Platform, pod: Pod, change: () => void): void {
  const { staleAnswers } = platform.settings;
  const { status, startedAt, globalAddress, moves } = pod;
  change();
  if (staleAnswers > 0 && pod.moves !== moves)
    formers.set(pod, { status, startedAt, globalAddress, answers: staleAnswers });
}

/** The pod as this answer shows it. */
export function shown(pod: Pod): Pod {
  const former = formers.get(pod);
  if (former === undefined) return pod;
  const { answers, ...rest } = former;
  if (answers > 1) former.answers--;
  else formers.delete(pod);
  return { ...pod, ...rest };
}
