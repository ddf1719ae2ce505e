import { ifNewer } from "../../http/newer";
import { problems } from "../../http/problem";
import { containerOfEndpoint } from "../../platform/endpoint-container";
import type { Platform } from "../../platform/platform";
import { type Endpoint, jobsInProgress, type Worker, workersIn } from "../../records/endpoint";
import type { Job } from "../../records/job";
import type { StreamChunk } from "../../scripts/chunks";
import { findModel } from "../public-endpoints/models";
import { workersShownIn } from "../workers/departed";
import { enqueue, finish, referenceTo } from "../workers/workers";
import type { JobRequest } from "./requests";

const defaultExecutionTimeout = 600_000;
const defaultTtl = 86_400_000;

export interface Submission {
  readonly request: JobRequest;
  readonly idPrefix: string;
  readonly retention: number;
}

/** Adds a job. Throws if the endpoint is paused: an endpoint of the account without workers accepts no jobs. */
export function submit(platform: Platform, endpoint: Endpoint, submission: Submission): Job {
  const isPaused = endpoint.workersMax === 0 && endpoint.publicModel === undefined;
  if (isPaused && platform.settings.jobsWithoutWorkers === "refuse") throw problems.paused();
  const { request, idPrefix, retention } = submission;
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
    ...noResults,
    chunks: [],
  };
  endpoint.jobs.set(job.id, job);
  expireAfter(platform, endpoint, job, ttl);
  const refusal = findModel(endpoint.publicModel)?.refuses(request.input);
  if (refusal === undefined) enqueue(platform, endpoint, job);
  else finish(platform, endpoint, job, "FAILED", { error: refusal });
  return job;
}

/** Result fields of a job that has not run yet or waits for a retry. */
const noResults = {
  startedAt: undefined,
  finishedAt: undefined,
  output: undefined,
  error: undefined,
  workerId: undefined,
};

/** Removes the job after this time, in any state. A later call replaces the time. */
export function expireAfter(platform: Platform, endpoint: Endpoint, job: Job, ms: number): void {
  job.expiresAt = platform.clock.now() + ms;
  platform.clock.after(ms, { kind: "job-expiry", ...referenceTo(endpoint, job), expiresAt: job.expiresAt });
}

/** Queues the job again with its original input. Deletes its earlier results. */
export function retry(platform: Platform, endpoint: Endpoint, job: Job): void {
  if (job.status !== "FAILED" && job.status !== "TIMED_OUT") throw problems.rule("job is not in a retryable state");
  Object.assign(job, { status: "IN_QUEUE", queuedAt: platform.clock.now(), ...noResults, chunks: [] });
  enqueue(platform, endpoint, job);
}

/** Returns the chunks since the last call, so that each chunk is delivered once. */
export function takeChunks(platform: Platform, job: Job): StreamChunk[] {
  const { chunks } = job;
  job.chunks = [];
  platform.clock.wake();
  return chunks;
}

/** Removes the waiting jobs. Jobs in progress continue. */
export function purge(endpoint: Endpoint): number {
  const removed = endpoint.queue.length;
  for (const job of endpoint.queue) endpoint.jobs.delete(job.id);
  endpoint.queue = [];
  return removed;
}

/** Whether the workers of a load balancer pass the health check: both ports must be set and exposed. */
function isRoutable(platform: Platform, endpoint: Endpoint): boolean {
  const { env, ports } = containerOfEndpoint(platform, endpoint);
  return [env.PORT, env.PORT_HEALTH].every((port) => port !== undefined && ports.includes(`${port}/http`));
}

export function health(platform: Platform, endpoint: Endpoint) {
  const { completed, failed, retried } = endpoint.counters;
  const workers = workersShownIn(platform, endpoint, "health");
  const count = (state: Worker["state"]) => workersIn({ workers }, state);
  const isBalancer = endpoint.type === "LB";
  const available = count("idle") + count("running");
  return {
    jobs: { completed, failed, inProgress: jobsInProgress(endpoint), inQueue: endpoint.queue.length, retried },
    workers: {
      idle: isBalancer ? 0 : count("idle"),
      running: isBalancer ? available : count("running"),
      ...ifNewer(platform, {
        initializing: count("initializing"),
        ready: !isBalancer ? count("idle") : isRoutable(platform, endpoint) ? available : 0,
        throttled: count("throttled"),
        unhealthy: count("unhealthy"),
      }),
    },
  };
}
