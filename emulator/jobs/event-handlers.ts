import type { Endpoint } from "../endpoints/record";
import { detach, finish, restart } from "../endpoints/workers";
import { endpointById, type Platform } from "../platform";
import type { Keepers } from "../time/events";
import type { AboutJob, AboutRun, JobDue } from "./events";
import type { JobStep } from "./execution";
import { resume } from "./perform";
import { isFinal, type Job } from "./record";

interface Found {
  readonly endpoint: Endpoint;
  readonly job: Job;
}

export function jobKeepers(platform: Platform): Keepers<JobDue> {
  return {
    "job-step": (due) => {
      const run = runOf(platform, due);
      return run && (() => take(platform, run, due.step));
    },
    "job-timeout": (due) => {
      const run = runOf(platform, due);
      return run && (() => finish(platform, run.endpoint, run.job, "TIMED_OUT", {}));
    },
    "job-expiry": (due) => {
      const found = find(platform, due);
      return found?.job.expiresAt === due.expiresAt ? () => expire(platform, found) : undefined;
    },
    "job-forget": (due) => {
      const found = find(platform, due);
      return found?.job.finishedAt === due.finishedAt ? () => void found.endpoint.jobs.delete(due.job) : undefined;
    },
  };
}

function take(platform: Platform, { endpoint, job }: Found, step: JobStep): void {
  switch (step.kind) {
    case "end":
      finish(platform, endpoint, job, step.status, step);
      break;
    case "chunks":
      job.chunks.push(...step.chunks);
      if (!resume(job)) restart(platform, endpoint, job);
  }
}

function find(platform: Platform, due: AboutJob): Found | undefined {
  const endpoint = endpointById(platform, due.endpoint);
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
