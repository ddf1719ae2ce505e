import { withoutStop } from "../../kernel/text";
import { JobCancelledError, JobExpiredError, JobFailedError, JobTimedOutError, type NotFoundError } from "../errors";
import { type CompletedJob, isFinished, type Job } from "./types";

/** The shortest time for which RunPod keeps a result. */
const SHORTEST_RETENTION_MS = 60_000;

export const RETENTION =
  "RunPod keeps the result of a run for 30 minutes, and the result of a runsync for 1 to 5 minutes";

/** Returns the job if it completed. Throws an error for any other outcome. */
export function unlessUnsuccessful(endpointId: string, job: Job, mask: (text: string) => string): CompletedJob {
  const { id: jobId, status } = job;
  const reason = job.error === undefined ? "" : mask(job.error);
  const facts = { operation: "status", endpointId, jobId, reason, detail: reason };
  switch (status) {
    case "COMPLETED":
      return { ...job, status: "COMPLETED" };
    case "CANCELLED":
      throw new JobCancelledError({ ...facts, sentence: `Job ${jobId} was cancelled` });
    case "TIMED_OUT":
      throw new JobTimedOutError({
        ...facts,
        sentence: `Job ${jobId} ran longer than its time limit`,
        hint: "Raise the limit in policy.executionTimeout or in the endpoint's settings, or retry the job.",
      });
    default:
      throw new JobFailedError({
        ...facts,
        sentence: `Job ${jobId} failed: ${withoutStop(reason) || "no reason given"}`,
      });
  }
}

/** Returns the error of a job that existed and that RunPod no longer knows. */
export function expired({ operation, status }: NotFoundError, job: Job, seenMsAgo: number): JobExpiredError {
  const why = reasonOf(job, seenMsAgo);
  return new JobExpiredError({
    operation,
    status,
    jobId: job.id,
    why,
    sentence: `RunPod no longer knows job ${job.id}, ${SENTENCES[why]} (last status: ${job.status})`,
    hint: `${RETENTION}. Submit the job again if you need it.`,
  });
}

const SENTENCES = {
  expired: "because its result has expired",
  removed: "because the job was removed from the queue or its time to live ran out",
  unknown: "because its result has expired or the job was removed",
} as const;

function reasonOf(job: Job, seenMsAgo: number): JobExpiredError["why"] {
  if (isFinished(job)) return "expired";
  return seenMsAgo < SHORTEST_RETENTION_MS ? "removed" : "unknown";
}
