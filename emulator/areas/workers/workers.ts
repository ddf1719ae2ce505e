import type { Platform } from "../../platform/platform";
import type { Endpoint, Worker } from "../../records/endpoint";
import { isFinal, type Job, type JobStatus } from "../../records/job";
import { write } from "../../records/log";
import type { JobEnd } from "../../scripts/execution";
import type { WorkerScript } from "../../scripts/worker-scripts";
import type { JobReference } from "../../time/events";
import { jobShape } from "../execution/job-shape";
import { halt, perform } from "../execution/perform";
import { deliver } from "../execution/webhook-delivery";
import { charge } from "../public-endpoints/charge";
import { publicWorker } from "../public-endpoints/store";
import { startWorker, stopWorker, workerScriptFor } from "./lifecycle";
import { demand } from "./scaler";

/** Largest number of workers of an endpoint in the emulator, so that a mistyped number cannot overload it. */
const maxWorkers = 1000;

/**
 * Adjusts workers and queue to the settings and the scaler. The emulator calls this function after each change that may affect
 * them.
 */
export function reconcile(platform: Platform, endpoint: Endpoint): void {
  if (platform.endpoints.get(endpoint.id) !== endpoint) return;
  stopUnneeded(platform, endpoint);
  const now = platform.clock.now();
  for (const worker of endpoint.workers) {
    if (worker.state !== "idle") continue;
    const job = endpoint.queue.shift();
    if (!job) break;
    begin(platform, endpoint, worker, job);
  }
  const most = Math.min(endpoint.workersMax, maxWorkers);
  const wanted = Math.min(most, Math.max(endpoint.workersMin, demand(endpoint, now)));
  while (endpoint.workers.length < wanted) startWorker(platform, endpoint);
  planRescale(platform, endpoint);
}

/** Reconciles when the passing of time has changed the demand for workers. */
export function rescale(platform: Platform, endpoint: Endpoint): void {
  endpoint.lookAt = null;
  reconcile(platform, endpoint);
}

/** Schedules the next `rescale`. If several `rescale` calls are scheduled, only the earliest call runs. */
function planRescale({ clock }: Platform, endpoint: Endpoint): void {
  const at = nextMoment(endpoint, clock.now());
  if (at === undefined || (endpoint.lookAt !== null && endpoint.lookAt <= at)) return;
  endpoint.lookAt = at;
  clock.after(at - clock.now(), { kind: "endpoint", endpoint: endpoint.id, at });
}

/** Returns the time at which the next worker has been idle too long, or the next job has waited too long. */
function nextMoment(endpoint: Endpoint, now: number): number | undefined {
  const { workers, workersMin, idleTimeout, queue, scalerType, scalerValue } = endpoint;
  const idle = workers.length > workersMin ? workers.filter(({ state }) => state === "idle") : [];
  const ends = idle.map(({ idleSince }) => idleSince + idleTimeout * 1000).filter((at) => at > now);
  const isDue = (queuedAt: number) => queuedAt + scalerValue * 1000 <= now;
  const job = scalerType === "QUEUE_DELAY" ? queue.find((one) => !one.lowPriority && !isDue(one.queuedAt)) : undefined;
  const moments = job ? [...ends, job.queuedAt + scalerValue * 1000] : ends;
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** Puts a job in the queue. A public model runs the job at once. */
export function enqueue(platform: Platform, endpoint: Endpoint, job: Job): void {
  if (endpoint.publicModel !== undefined) {
    begin(platform, endpoint, publicWorker(platform, endpoint), job);
    return;
  }
  endpoint.queue.push(job);
  reconcile(platform, endpoint);
}

/** Ends a job in any state, and frees its worker. */
export function finish(
  platform: Platform,
  endpoint: Endpoint,
  job: Job,
  status: JobStatus,
  { output, error }: Pick<JobEnd, "output" | "error"> = {},
): void {
  if (isFinal(job)) return;
  Object.assign(job, { status, output, error });
  if (status === "TIMED_OUT") job.error = timedOut(job);
  job.finishedAt = platform.clock.now();
  if (status === "COMPLETED") endpoint.counters.completed++;
  if (status === "FAILED" || status === "TIMED_OUT") endpoint.counters.failed++;
  if (status === "COMPLETED") charge(platform, endpoint, job);
  platform.clock.after(job.retention, {
    kind: "job-forget",
    ...referenceTo(endpoint, job),
    finishedAt: job.finishedAt,
  });
  const { webhook, input } = job;
  if (webhook !== undefined) {
    const { workerId: _, ...shape } = jobShape(platform, job);
    const body = { ...shape, input, webhook };
    deliver(platform, { url: webhook, endpointId: endpoint.id, jobId: job.id, body });
  }
  detach(platform, endpoint, job);
}

function timedOut({ retries = 0 }: Job): string {
  return `job timed out after ${retries} retries`;
}

/**
 * Handles a job that a worker has taken without ever reporting its end. The job runs a second time. If the second run is lost
 * too, the job fails.
 */
export function lose(platform: Platform, endpoint: Endpoint, job: Job): void {
  if ((job.retries ?? 0) > 0) finish(platform, endpoint, job, "FAILED", { error: timedOut(job) });
  else restart(platform, endpoint, job);
}

/** Removes a job from the queue or from its worker, without a result. */
export function detach(platform: Platform, endpoint: Endpoint, job: Job): void {
  halt(job);
  endpoint.queue = endpoint.queue.filter((other) => other !== job);
  const worker = endpoint.workers.find((one) => one.job === job);
  if (endpoint.publicModel !== undefined) endpoint.workers = endpoint.workers.filter((other) => other !== worker);
  else if (worker) becomeIdle(platform, worker);
  reconcile(platform, endpoint);
}

/** Runs a job again from the beginning, because its progress was lost with its process. */
export function restart(platform: Platform, endpoint: Endpoint, job: Job): void {
  const worker = endpoint.workers.find((one) => one.job === job);
  job.chunks = [];
  job.queuedAt = platform.clock.now();
  job.retries = (job.retries ?? 0) + 1;
  endpoint.counters.retried++;
  if (worker) begin(platform, endpoint, worker, job);
}

/**
 * Stops workers without a job: workers of an old release that cannot serve, workers above the maximum, and idle workers above
 * the minimum. Replaces the other workers of an old release one after another. The next old worker stops when all new workers
 * serve.
 */
function stopUnneeded(platform: Platform, endpoint: Endpoint): void {
  const { version, workersMin, workersMax, idleTimeout, queue } = endpoint;
  const now = platform.clock.now();
  const stopThose = (goes: (worker: Worker) => boolean) => {
    for (const worker of endpoint.workers)
      if (worker.job === undefined && goes(worker)) stopWorker(platform, endpoint, worker);
  };
  const exceed = (count: number) => endpoint.workers.length > count;
  const isNeedless = ({ state, idleSince }: Worker) =>
    state === "idle" ? now - idleSince >= idleTimeout * 1000 : state === "throttled" && queue.length === 0;
  stopThose((worker) => worker.version !== version && !serves(worker));
  stopThose((worker) => exceed(workersMax) || (exceed(workersMin) && isNeedless(worker)));
  stopThose((worker) => worker.version !== version && !isRenewing(endpoint));
}

function isRenewing({ workers, workersMin, version }: Endpoint): boolean {
  return workers.length < workersMin || workers.some((worker) => worker.version === version && !serves(worker));
}

function serves({ state, job }: Worker): boolean {
  return state === "idle" || job !== undefined;
}

/**
 * Milliseconds before the next start of a failed container. A measurement showed twelve starts in 100 s, and then one start
 * every five minutes.
 */
const restartPause = (attempt: number) => (attempt < 12 ? 8000 : 300_000);

/** Log line of the system about a failed container. */
const failures: Readonly<Partial<Record<NonNullable<WorkerScript["outcome"]>, string>>> = {
  crash: "error starting container: no space left on device",
  "throttled-crash": "error starting container: no space left on device",
  exit: "container exited: exit code 1",
};

/** Milliseconds for which a worker is UNHEALTHY before its replacement. */
const unhealthyMs = 60_000;

export function replaceUnhealthy(platform: Platform, endpoint: Endpoint, worker: Worker): void {
  if (worker.state !== "unhealthy") return;
  stopWorker(platform, endpoint, worker);
  reconcile(platform, endpoint);
}

/** Called when a worker's initialization ends, and when its pause before a new start ends. */
export function reachReady(platform: Platform, endpoint: Endpoint, worker: Worker, attempt = 1): void {
  const { outcome, log = [] } = workerScriptFor(platform, endpoint, worker);
  for (const line of log) write(platform, worker, "container", line);
  if (outcome === "stuck") return;
  const event = { kind: "worker", endpoint: endpoint.id, worker: worker.id } as const;
  if (outcome === "unhealthy") {
    worker.state = outcome;
    platform.clock.after(unhealthyMs, { ...event, step: "replace" });
    return;
  }
  const failure = outcome && failures[outcome];
  if (failure !== undefined) {
    const state = outcome === "throttled-crash" ? "throttled" : "running";
    Object.assign(worker, { state, startedAt: platform.clock.now() });
    write(platform, worker, "system", failure);
    platform.clock.after(restartPause(attempt), { ...event, attempt: attempt + 1 });
    return;
  }
  becomeIdle(platform, worker);
  reconcile(platform, endpoint);
}

function becomeIdle(platform: Platform, worker: Worker): void {
  if (worker.job) write(platform, worker, "container", `job ${worker.job.id} ${endOf(worker.job)}`);
  else write(platform, worker, "container", "worker is ready");
  worker.state = "idle";
  worker.idleSince = platform.clock.now();
  worker.job = undefined;
}

function endOf(job: Job): string {
  return isFinal(job) ? job.status.toLowerCase() : "expired";
}

function begin(platform: Platform, endpoint: Endpoint, worker: Worker, job: Job): void {
  worker.state = "running";
  worker.job = job;
  write(platform, worker, "container", `job ${job.id} started`);
  job.status = "IN_PROGRESS";
  job.startedAt = platform.clock.now();
  job.workerId = worker.id;
  perform(platform, endpoint, job);
}

/** Returns the reference that events use for a job. */
export function referenceTo(endpoint: Endpoint, job: Job): JobReference {
  return { endpoint: endpoint.id, job: job.id };
}
