import { isFinished, type Job } from "../../../client";
import type { Condition } from "../../waiting/wait-for";

/** Status of a job that RunPod removed before Podwright read the final status. */
export const expired = "EXPIRED";

/** The condition is met when the job has ended, successfully or not. */
export const ended: Condition<Job> = (job) => ({
  ok: job !== undefined && isFinished(job),
  waitingFor: job === undefined ? "RunPod to show the job" : `job ${job.id} to leave ${job.status}`,
});

/** Tells whether a recorded status is final. */
export function hasEnded(status: unknown): boolean {
  return typeof status === "string" && (status === expired || isFinished({ status }));
}
