import type { Platform } from "../../../platform/platform";
import type { JobReference } from "../../../time/events";
import type { JobEnd } from "../../jobs/execution/execution";
import { halt, perform } from "../../jobs/execution/perform";
import { isFinal, type Job, type JobStatus } from "../../jobs/record";
import { jobShape } from "../../jobs/shapes";
import { deliver } from "../../jobs/webhooks/delivery";
import { write } from "../../logs/log";
import { scriptFor } from "../../pods/scripts";
import { charge } from "../../public-endpoints/charge";
import { publicWorker } from "../../public-endpoints/store";
import type { Endpoint, Worker } from "../record";
import { startWorker, stopWorker } from "./lifecycle";
import { demand } from "./scaler";
import type { WorkerScript } from "./scripts";

/** The emulator's own limit: a number with a zero too many must not stop it. */
const maxWorkers = 1000;

/** Brings workers and queue to what settings and scaler want. Called after everything that may change that. */
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
  while (endpoint.workers.length < wanted) start(platform, endpoint);
  planRescale(platform, endpoint);
}

/** Reconciles when time alone has changed what the scaler wants. */
export function rescale(platform: Platform, endpoint: Endpoint): void {
  endpoint.lookAt = null;
  reconcile(platform, endpoint);
}

/** Plans the next `rescale`. Of several plans only the earliest counts. */
function planRescale({ clock }: Platform, endpoint: Endpoint): void {
  const at = nextMoment(endpoint, clock.now());
  if (at === undefined || (endpoint.lookAt !== null && endpoint.lookAt <= at)) return;
  endpoint.lookAt = at;
  clock.after(at - clock.now(), { kind: "endpoint", endpoint: endpoint.id, at });
}

/** When the next worker has been idle, or the next job has waited, for too long. */
function nextMoment(endpoint: Endpoint, now: number): number | undefined {
  const { workers, workersMin, idleTimeout, queue, scalerType, scalerValue } = endpoint;
  const idle = workers.length > workersMin ? workers.filter(({ state }) => state === "idle") : [];
  const ends = idle.map(({ idleSince }) => idleSince + idleTimeout * 1000).filter((at) => at > now);
  const isDue = (queuedAt: number) => queuedAt + scalerValue * 1000 <= now;
  const job = scalerType === "QUEUE_DELAY" ? queue.find((one) => !one.lowPriority && !isDue(one.queuedAt)) : undefined;
  const moments = job ? [...ends, job.queuedAt + scalerValue * 1000] : ends;
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** Puts a job in the queue. A public model runs it at once. */
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
    const body = { ...jobShape(platform, job), input, webhook };
    deliver(platform, { url: webhook, endpointId: endpoint.id, jobId: job.id, body });
  }
  detach(platform, endpoint, job);
}

/** Takes a job from queue and worker without a result. */
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

/** Stops workers without a job that exceed the maximum or have an old release, and idle ones above the minimum. */
function stopUnneeded(platform: Platform, endpoint: Endpoint): void {
  const now = platform.clock.now();
  let live = endpoint.workers.length;
  const stays = (worker: Worker): boolean => {
    if (worker.job !== undefined) return true;
    const over = live > endpoint.workersMax;
    const idleTooLong =
      worker.state === "idle" && live > endpoint.workersMin && now - worker.idleSince >= endpoint.idleTimeout * 1000;
    const goes = over || idleTooLong || worker.version !== endpoint.version;
    if (goes) live--;
    return !goes;
  };
  for (const worker of endpoint.workers.filter((one) => !stays(one))) stopWorker(platform, endpoint, worker);
}

function start(platform: Platform, endpoint: Endpoint): void {
  const worker = startWorker(platform, endpoint);
  const { afterMs = platform.settings.workerStart } = scriptOf(platform, endpoint, worker) ?? {};
  platform.clock.after(afterMs, { kind: "worker", endpoint: endpoint.id, worker: worker.id });
}

/** The time is over that a worker takes to initialize. */
export function reachReady(platform: Platform, endpoint: Endpoint, worker: Worker): void {
  const { outcome, log = [] } = scriptOf(platform, endpoint, worker) ?? {};
  for (const line of log) write(platform, worker, "container", line);
  if (outcome === "stuck") return;
  if (outcome === "unhealthy" || outcome === "throttled") {
    worker.state = outcome;
    return;
  }
  if (outcome === "crash") {
    worker.state = "running";
    write(platform, worker, "system", "error starting container: no space left on device");
    return;
  }
  becomeIdle(platform, worker);
  reconcile(platform, endpoint);
}

function scriptOf({ workerScripts }: Platform, { name }: Endpoint, { image }: Worker): WorkerScript | undefined {
  return scriptFor(workerScripts, { name, image });
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

/** How events name a job. */
export function referenceTo(endpoint: Endpoint, job: Job): JobReference {
  return { endpoint: endpoint.id, job: job.id };
}
