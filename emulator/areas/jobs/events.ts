import { endpointById, type Platform } from "../../platform/platform";
import type { Endpoint } from "../../records/endpoint";
import { isFinal, type Job } from "../../records/job";
import type { JobStep } from "../../scripts/execution";
import type { EventHandlers, JobReference, RunReference } from "../../time/events";
import { resume } from "../execution/perform";
import { detach, finish, lose, restart } from "../workers/workers";

interface Found {
  readonly endpoint: Endpoint;
  readonly job: Job;
}

export function jobEvents(
  platform: Platform,
): EventHandlers<"job-step" | "job-loss" | "job-timeout" | "job-expiry" | "job-forget"> {
  return {
    "job-step": (event) => {
      const run = runOf(platform, event);
      return run && (() => takeStep(platform, run, event.step));
    },
    "job-loss": (event) => {
      const run = runOf(platform, event);
      return run && (() => lose(platform, run.endpoint, run.job));
    },
    "job-timeout": (event) => {
      const run = runOf(platform, event);
      return run && (() => finish(platform, run.endpoint, run.job, "TIMED_OUT"));
    },
    "job-expiry": (event) => {
      const found = findJob(platform, event);
      return found?.job.expiresAt === event.expiresAt ? () => expire(platform, found) : undefined;
    },
    "job-forget": (event) => {
      const found = findJob(platform, event);
      return found?.job.finishedAt === event.finishedAt ? () => void found.endpoint.jobs.delete(event.job) : undefined;
    },
  };
}

function takeStep(platform: Platform, { endpoint, job }: Found, step: JobStep): void {
  switch (step.kind) {
    case "end":
      finish(platform, endpoint, job, step.status, step);
      break;
    case "chunks":
      job.chunks.push(...step.chunks);
      if (!resume(job)) restart(platform, endpoint, job);
  }
}

function findJob(platform: Platform, event: JobReference): Found | undefined {
  const endpoint = endpointById(platform, event.endpoint);
  const job = endpoint?.jobs.get(event.job);
  return endpoint && job && { endpoint, job };
}

function runOf(platform: Platform, event: RunReference): Found | undefined {
  const found = findJob(platform, event);
  return found?.job.status === "IN_PROGRESS" && found.job.startedAt === event.startedAt ? found : undefined;
}

function expire(platform: Platform, { endpoint, job }: Found): void {
  endpoint.jobs.delete(job.id);
  if (!isFinal(job)) detach(platform, endpoint, job);
}
