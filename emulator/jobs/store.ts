import type { Endpoint } from "../endpoints/record";
import { about, enqueue, finish } from "../endpoints/workers";
import type { Platform } from "../platform";
import type { Job } from "./record";
import type { JobRequest } from "./requests";

const defaultExecutionTimeout = 600_000;
const defaultTtl = 86_400_000;

export interface Submission {
  readonly request: JobRequest;
  readonly idPrefix: string;
  readonly retention: number;
}

export function submit(platform: Platform, endpoint: Endpoint, { request, idPrefix, retention }: Submission): Job {
  const policy = request.policy ?? {};
  const job: Job = {
    id: `${idPrefix}${platform.ids.uuid()}-e1`,
    input: request.input,
    retention,
    executionTimeout: policy.executionTimeout ?? (endpoint.executionTimeoutMs || defaultExecutionTimeout),
    lowPriority: policy.lowPriority ?? false,
    submittedAt: platform.clock.now(),
    status: "IN_QUEUE",
    startedAt: undefined,
    finishedAt: undefined,
    output: undefined,
    error: undefined,
    workerId: undefined,
  };
  endpoint.jobs.set(job.id, job);
  expireAfter(platform, endpoint, job, policy.ttl ?? defaultTtl);
  enqueue(platform, endpoint, job);
  return job;
}

/** From then on nobody knows the job, whatever its state. */
export function expireAfter(platform: Platform, endpoint: Endpoint, job: Job, ms: number): void {
  platform.clock.after(ms, { kind: "job-expiry", ...about(endpoint, job) });
}

/** A finished job keeps its status (contract 20 row 41). */
export function cancel(platform: Platform, endpoint: Endpoint, job: Job): void {
  finish(platform, endpoint, job, "CANCELLED", {});
}

/** Waiting jobs are gone as if they had never been; jobs in progress continue. */
export function purge(endpoint: Endpoint): number {
  const removed = endpoint.queue.length;
  for (const job of endpoint.queue) endpoint.jobs.delete(job.id);
  endpoint.queue = [];
  return removed;
}

export function jobShape(platform: Platform, job: Job) {
  const now = platform.clock.now();
  const begun = job.startedAt ?? job.finishedAt ?? now;
  return {
    id: job.id,
    status: job.status,
    delayTime: Math.round(begun - job.submittedAt),
    executionTime: job.startedAt === undefined ? 0 : Math.round((job.finishedAt ?? now) - job.startedAt),
    ...(job.output === undefined ? {} : { output: job.output }),
    ...(job.error === undefined || job.status !== "FAILED" ? {} : { error: job.error }),
    ...(job.workerId === undefined ? {} : { workerId: job.workerId }),
  };
}

export function health(endpoint: Endpoint) {
  const workers = (state: string) => endpoint.workers.filter((worker) => worker.state === state).length;
  const running = workers("running");
  const idle = workers("idle");
  return {
    jobs: {
      completed: endpoint.counters.completed,
      failed: endpoint.counters.failed,
      inProgress: running,
      inQueue: endpoint.queue.length,
      retried: endpoint.counters.retried,
    },
    workers: { idle, running, initializing: workers("initializing"), ready: idle, throttled: 0, unhealthy: 0 },
  };
}
