import type { Keepers } from "../due";
import type { Endpoint } from "../endpoints/record";
import { detach, finish } from "../endpoints/workers";
import type { Platform } from "../platform";
import type { JobResult } from "./handler";
import { isFinal, type Job } from "./record";

interface About {
  readonly endpoint: string;
  readonly job: string;
}

interface AboutRun extends About {
  /** Which run of the job. */
  readonly startedAt: number;
}

export type JobDue =
  /** Its handler is through. */
  | (AboutRun & { readonly kind: "job-end"; readonly status: "COMPLETED" | "FAILED"; readonly result: JobResult })
  /** It may run no longer. */
  | (AboutRun & { readonly kind: "job-timeout" })
  /** From now on nobody knows the job, whatever its state. */
  | (About & { readonly kind: "job-expiry" })
  /** Its result is kept no longer. */
  | (About & { readonly kind: "job-forget"; readonly finishedAt: number });

interface Found {
  readonly endpoint: Endpoint;
  readonly job: Job;
}

export function jobKeepers(platform: Platform): Keepers<JobDue> {
  return {
    "job-end": (due) => {
      const run = runOf(platform, due);
      return run && (() => finish(platform, run.endpoint, run.job, due.status, due.result));
    },
    "job-timeout": (due) => {
      const run = runOf(platform, due);
      return run && (() => finish(platform, run.endpoint, run.job, "TIMED_OUT", {}));
    },
    "job-expiry": (due) => {
      const found = find(platform, due);
      return found && (() => expire(platform, found));
    },
    "job-forget": (due) => {
      const found = find(platform, due);
      return found?.job.finishedAt === due.finishedAt ? () => void found.endpoint.jobs.delete(due.job) : undefined;
    },
  };
}

function find(platform: Platform, due: About): Found | undefined {
  const endpoint = platform.endpoints.get(due.endpoint);
  const job = endpoint?.jobs.get(due.job);
  return endpoint && job && { endpoint, job };
}

function runOf(platform: Platform, due: AboutRun): Found | undefined {
  const found = find(platform, due);
  return found?.job.status === "IN_PROGRESS" && found.job.startedAt === due.startedAt ? found : undefined;
}

function expire(platform: Platform, { endpoint, job }: Found): void {
  endpoint.jobs.delete(job.id);
  if (!isFinal(job)) detach(platform, endpoint, job);
}
