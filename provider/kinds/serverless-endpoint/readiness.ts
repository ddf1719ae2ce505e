import { formatDuration } from "../../../kernel/duration";
import type { Condition } from "../../waiting/wait-for";
import { type Activity, workersLeft } from "./activity";
import { describeRollout, type Rollout, readyWorkers, type SeenRollout } from "./serving/rollout";

/** A snapshot without a list of workers proves nothing if an earlier snapshot had a list: RunPod failed temporarily. */
function provesNothing({ workers, wasListed }: SeenRollout): boolean {
  return workers === undefined && wasListed;
}

/** Tells whether a snapshot shows a later release than `before`. Counters do not show releases. */
export function showsRelease(before: Rollout | undefined, rollout: SeenRollout): boolean {
  const isOther = before?.workers !== undefined && rollout.version !== before.version;
  return !provesNothing(rollout) && (isOther || rollout.stale > 0);
}

/**
 * Milliseconds, at time scale 1, for which workers may be `UNHEALTHY`. A server that answers health checks with an error while it
 * loads its model is `UNHEALTHY` too, and RunPod tries such a worker again.
 */
export const lastingMs = 180_000;

/**
 * The condition is met when `enough` workers of the latest release are ready. `wanted` is the number for messages. The wait ends
 * early if workers are `UNHEALTHY` for `patienceMs`.
 */
export const serves =
  (wanted: number, enough: number, patienceMs: number): Condition<SeenRollout> =>
  (rollout) => {
    if (rollout === undefined) return { ok: false, waitingFor: "its workers", fatal: "the endpoint is gone" };
    if (provesNothing(rollout)) return { ok: false, waitingFor: "RunPod to list its workers" };
    const workers = wanted === 1 ? "1 worker" : `${wanted} workers`;
    const verdict = {
      ok: false,
      waitingFor: `${workers} of the latest release to be ready (${describeRollout(rollout)})`,
    };
    if (readyWorkers(rollout) >= enough) return { ...verdict, ok: true };
    const { UNHEALTHY = 0 } = rollout.states;
    if (UNHEALTHY === 0 || rollout.unhealthyMs < patienceMs) return verdict;
    const lasted = formatDuration(rollout.unhealthyMs);
    return { ...verdict, fatal: `a worker is UNHEALTHY, ${lasted} after the first one (${describeRollout(rollout)})` };
  };

/** The condition is met when no job is queued or in progress. */
export const queueIsEmpty: Condition<Activity> = (activity) => ({
  ok: activity === undefined || (activity.queued === 0 && activity.inProgress === 0),
  waitingFor: "its jobs to finish",
});

/**
 * The condition is met when a worker can take the waiting jobs, now or once RunPod has hardware for it, or no job waits. A
 * response without these counters proves nothing, so the condition is then met.
 */
export const hasWorkerForQueue: Condition<Activity> = (activity) => ({
  ok: activity === undefined || activity.queued === 0 || activity.inProgress > 0 || activity.able !== 0,
  waitingFor: "a worker for its jobs",
});

/** Text for the errors of a drain. */
export const idleness = "it to become idle";

/**
 * The condition is met when no worker is left and no job is in progress. With "abandon", each running job may keep its
 * worker, because a worker does not end before its job.
 */
export const isIdle =
  (inProgress: "wait" | "abandon"): Condition<Activity> =>
  (activity) => ({
    ok: activity === undefined || isAtRest(activity, inProgress === "abandon" ? activity.inProgress : 0),
    waitingFor: idleness,
  });

function isAtRest(activity: Activity, abandoned: number): boolean {
  return activity.inProgress <= abandoned && workersLeft(activity) <= abandoned;
}
