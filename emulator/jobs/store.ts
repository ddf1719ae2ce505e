import type { Endpoint } from "../endpoints/record";
import { about, enqueue, finish } from "../endpoints/workers";
import { problems } from "../http/problem";
import type { Platform } from "../platform";
import type { StreamChunk } from "./chunks";
import type { Job } from "./record";
import type { JobRequest } from "./requests";

const defaultExecutionTimeout = 600_000;
const defaultTtl = 86_400_000;

export interface Submission {
  readonly request: JobRequest;
  readonly idPrefix: string;
  readonly retention: number;
  /** Why it fails before anybody works on it. */
  readonly refusal: string | undefined;
}

export function submit(platform: Platform, endpoint: Endpoint, submission: Submission): Job {
  const { request, idPrefix, retention, refusal } = submission;
  const policy = request.policy ?? {};
  const now = platform.clock.now();
  const ttl = policy.ttl ?? defaultTtl;
  const job: Job = {
    id: `${idPrefix}${platform.ids.uuid()}-e1`,
    input: request.input,
    retention,
    executionTimeout: policy.executionTimeout ?? (endpoint.executionTimeoutMs || defaultExecutionTimeout),
    lowPriority: policy.lowPriority ?? false,
    webhook: request.webhook,
    submittedAt: now,
    queuedAt: now,
    expiresAt: now + ttl,
    status: "IN_QUEUE",
    startedAt: undefined,
    finishedAt: undefined,
    output: undefined,
    error: undefined,
    workerId: undefined,
    chunks: [],
  };
  endpoint.jobs.set(job.id, job);
  expireAfter(platform, endpoint, job, ttl);
  if (refusal === undefined) enqueue(platform, endpoint, job);
  else finish(platform, endpoint, job, "FAILED", { error: refusal });
  return job;
}

/** From then on nobody knows the job, whatever its state. The last call decides. */
export function expireAfter(platform: Platform, endpoint: Endpoint, job: Job, ms: number): void {
  job.expiresAt = platform.clock.now() + ms;
  platform.clock.after(ms, { kind: "job-expiry", ...about(endpoint, job), expiresAt: job.expiresAt });
}

/** A finished job keeps its status (contract 20 row 41). */
export function cancel(platform: Platform, endpoint: Endpoint, job: Job): void {
  finish(platform, endpoint, job, "CANCELLED");
}

/** Queues it again: the same job with its original input, and nothing left of what it did (contract 14.4). */
export function retry(platform: Platform, endpoint: Endpoint, job: Job): void {
  if (job.status !== "FAILED" && job.status !== "TIMED_OUT") throw problems.rule("job is not in a retryable state");
  Object.assign(job, {
    status: "IN_QUEUE",
    queuedAt: platform.clock.now(),
    startedAt: undefined,
    finishedAt: undefined,
    output: undefined,
    error: undefined,
    workerId: undefined,
    chunks: [],
  } satisfies Partial<Job>);
  endpoint.counters.retried++;
  enqueue(platform, endpoint, job);
}

/** What was yielded since the last call; delivered once (contract 20 row 44). */
export function takeChunks(platform: Platform, job: Job): StreamChunk[] {
  const { chunks } = job;
  job.chunks = [];
  platform.clock.wake();
  return chunks;
}

/** Waiting jobs are gone as if they had never been; jobs in progress continue. */
export function purge(endpoint: Endpoint): number {
  const removed = endpoint.queue.length;
  for (const job of endpoint.queue) endpoint.jobs.delete(job.id);
  endpoint.queue = [];
  return removed;
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
