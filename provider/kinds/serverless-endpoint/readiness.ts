import type { Condition } from "../../waiting/wait-for";
import type { Activity } from "./activity";
import { describeRollout, type Rollout, readyWorkers } from "./serving/rollout";

/** Met when so many workers are ready on the latest release; `enough`: of those that are wanted in the end. */
export const serves =
  (wanted: number, enough: number): Condition<Rollout> =>
  (rollout) => {
    if (rollout === undefined) return { ok: false, waitingFor: "its workers", fatal: "the endpoint is gone" };
    const workers = wanted === 1 ? "1 worker" : `${wanted} workers`;
    const verdict = {
      ok: false,
      waitingFor: `${workers} of the latest release to be ready (${describeRollout(rollout)})`,
    };
    if (readyWorkers(rollout) >= enough) return { ...verdict, ok: true };
    const { UNHEALTHY = 0 } = rollout.states;
    return UNHEALTHY > 0 ? { ...verdict, fatal: `a worker is UNHEALTHY (${describeRollout(rollout)})` } : verdict;
  };

/** Met when no job is queued or in progress. */
export const queueIsEmpty: Condition<Activity> = (activity) => ({
  ok: activity === undefined || (activity.queued === 0 && activity.inProgress === 0),
  waitingFor: "its jobs to finish",
});

/**
 * Met when no worker is left and no job is in progress. Where these are abandoned, no worker but theirs has to be gone: a
 * worker does not end before its job.
 */
export const isIdle =
  (inProgress: "wait" | "abandon"): Condition<Activity> =>
  (activity) => ({
    ok: activity === undefined || isAtRest(activity, inProgress === "abandon" ? activity.inProgress : 0),
    waitingFor: "it to become idle",
  });

function isAtRest({ inProgress, workers }: Activity, abandoned: number): boolean {
  return inProgress <= abandoned && workers <= abandoned;
}
