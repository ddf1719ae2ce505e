import { JobCancelledError, JobExpiredError, JobFailedError, JobTimedOutError, type NotFoundError } from "../errors";
import { withoutStop } from "../values/text";
import { type CompletedJob, isFinished, type Job } from "./types";

/** The shortest time RunPod keeps a result. */
const SHORTEST_RETENTION_MS = 60_000;

export const RETENTION = "RunPod keeps results for 30 minutes after run, for 1 to 5 minutes after runsync";

/** The job, if it completed. Throws the error of any other outcome. */
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
        sentence: `Job ${jobId} ran longer than it may`,
        hint: "Allow more with policy.executionTimeout or on the endpoint, or retry it.",
      });
    default:
      throw new JobFailedError({
        ...facts,
        sentence: `Job ${jobId} failed: ${withoutStop(reason) || "no reason given"}`,
      });
  }
}

/** The error of a job that was seen and is no longer known. */
export function expired({ operation, status }: NotFoundError, job: Job, seenMsAgo: number): JobExpiredError {
  const why = reasonOf(job, seenMsAgo);
  return new JobExpiredError({
    operation,
    status,
    jobId: job.id,
    why,
    sentence: `RunPod no longer knows job ${job.id}, ${SENTENCES[why]} (last seen ${job.status})`,
    hint: `${RETENTION}; submit the job again if it is needed.`,
  });
}

const SENTENCES = {
  expired: "because its result has expired",
  removed: "because it was removed from the queue or its time to live ran out",
  unknown: "because its result has expired or it was removed",
} as const;

function reasonOf(job: Job, seenMsAgo: number): JobExpiredError["why"] {
  if (isFinished(job)) return "expired";
  return seenMsAgo < SHORTEST_RETENTION_MS ? "removed" : "unknown";
}
