import { ifNewer } from "../../http/newer";
import type { Platform } from "../../platform/platform";
import type { Job } from "../../records/job";

/** Returns a job as `/status` and webhooks show it. */
export function jobShape(platform: Platform, job: Job) {
  const now = platform.clock.now();
  const begun = job.startedAt ?? job.finishedAt ?? now;
  return {
    id: job.id,
    status: job.status,
    delayTime: Math.round(begun - job.queuedAt),
    executionTime: job.startedAt === undefined ? 0 : Math.round((job.finishedAt ?? now) - job.startedAt),
    ...(job.output === undefined ? {} : { output: job.output }),
    ...(job.error === undefined ? {} : { error: job.error }),
    ...ifNewer(platform, {
      ...(job.status === "IN_PROGRESS" ? { input: job.input } : {}),
      ...(hasFailed(job) ? { retries: job.retries ?? 0 } : {}),
      ...(job.workerId === undefined ? {} : { workerId: job.workerId }),
    }),
  };
}

/** Tells whether the job or an earlier run of it has failed. */
function hasFailed({ status, retries = 0 }: Job): boolean {
  return status === "FAILED" || status === "TIMED_OUT" || retries > 0;
}
