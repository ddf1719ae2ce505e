import { isFinished, type Job } from "../../../client";
import type { Condition } from "../../waiting/wait-for";

/** The platform forgot the job before anybody read its end. */
export const expired = "EXPIRED";

/** Met when the job has ended, in whatever way. */
export const ended: Condition<Job> = (job) => ({
  ok: job !== undefined && isFinished(job),
  waitingFor: job === undefined ? "the job to be there" : `job ${job.id} to leave ${job.status}`,
});

/** Whether a recorded status is final. */
export function hasEnded(status: unknown): boolean {
  return typeof status === "string" && (status === expired || isFinished({ status }));
}
