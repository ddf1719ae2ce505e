import type { Condition } from "../../waiting/wait-for";
import { type Activity, describeActivity } from "./activity";

/** Met when no job is queued or in progress. */
export const queueIsEmpty: Condition<Activity> = (activity) => ({
  ok: activity === undefined || (activity.queued === 0 && activity.inProgress === 0),
  waitingFor: `its jobs to finish (${activity === undefined ? "gone" : describeActivity(activity)})`,
});

/** Met when no worker is left and, unless they are abandoned, no job is in progress. */
export const isIdle =
  (inProgress: "wait" | "abandon"): Condition<Activity> =>
  (activity) => ({
    ok: activity === undefined || (activity.workers === 0 && (inProgress === "abandon" || activity.inProgress === 0)),
    waitingFor: `it to become idle (${activity === undefined ? "gone" : describeActivity(activity)})`,
  });
