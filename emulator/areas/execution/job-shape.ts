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
      ...(job.status === "FAILED" || job.status === "TIMED_OUT" ? { retries: job.retries ?? 0 } : {}),
      ...(job.workerId === undefined ? {} : { workerId: job.workerId }),
    }),
  };
}
