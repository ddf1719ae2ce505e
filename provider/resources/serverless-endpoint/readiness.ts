import type { Endpoint, EndpointHealth } from "../../platform";
import type { Condition } from "../wait/condition";

/** What is still going on at an endpoint: one snapshot of its record and its counters. */
export interface Activity {
  readonly id: string;
  readonly queued: number;
  readonly inProgress: number;
  readonly workers: number;
}

/** The counters are absent for endpoints without a queue. Workers are counted by both sources; neither may be left. */
export function activityOf(endpoint: Endpoint, health: EndpointHealth | undefined): Activity {
  const counted = Object.values(health?.workers ?? {}).reduce((sum, workers) => sum + workers, 0);
  return {
    id: endpoint.id,
    queued: health?.jobs.inQueue ?? 0,
    inProgress: health?.jobs.inProgress ?? 0,
    workers: Math.max(endpoint.workers ?? 0, counted),
  };
}

export function describeActivity({ queued, inProgress, workers }: Activity): string {
  const parts = [
    [queued, "job", "queued"],
    [inProgress, "job", "in progress"],
    [workers, "worker", "left"],
  ] as const;
  const left = parts
    .filter(([count]) => count > 0)
    .map(([count, noun, state]) => `${count} ${noun}${count === 1 ? "" : "s"} ${state}`);
  return left.length === 0 ? "nothing" : left.join(", ");
}

/** Met when every waiting job has been worked off. */
export const queueIsEmpty: Condition<Activity> = (activity) => ({
  ok: activity === undefined || (activity.queued === 0 && activity.inProgress === 0),
  waitingFor: `its jobs to be worked off (${activity === undefined ? "gone" : describeActivity(activity)})`,
});

/** Met when no worker is left and, unless they are abandoned, no job is in progress. */
export const isIdle =
  (inProgress: "wait" | "abandon"): Condition<Activity> =>
  (activity) => ({
    ok: activity === undefined || (activity.workers === 0 && (inProgress === "abandon" || activity.inProgress === 0)),
    waitingFor: `it to come to rest (${activity === undefined ? "gone" : describeActivity(activity)})`,
  });
