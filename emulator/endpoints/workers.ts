import type { AboutJob } from "../jobs/events";
import type { JobEnd } from "../jobs/execution";
import { halt, perform } from "../jobs/perform";
import { isFinal, type Job, type JobStatus } from "../jobs/record";
import { jobShape } from "../jobs/shapes";
import { deliver } from "../jobs/webhook-delivery";
import { write } from "../logs/log";
import type { Platform } from "../platform";
import { charge } from "../public-endpoints/charge";
import { publicWorker } from "../public-endpoints/store";
import type { Endpoint, Worker } from "./record";
import { demand } from "./scaler";
import { dismissWorker, hireWorker } from "./worker-lifecycle";

/** However many are asked for: a number with a zero too many must not stop the emulator. */
const mostWorkers = 1000;

/** Brings workers and queue to what settings and scaler ask for. Called after everything that may change that. */
export function reconcile(platform: Platform, endpoint: Endpoint): void {
  if (platform.endpoints.get(endpoint.id) !== endpoint) return;
  dismiss(platform, endpoint);
  const now = platform.clock.now();
  for (const worker of endpoint.workers) {
    if (worker.state !== "idle") continue;
    const job = endpoint.queue.shift();
    if (!job) break;
    begin(platform, endpoint, worker, job);
  }
  const most = Math.min(endpoint.workersMax, mostWorkers);
  const wanted = Math.min(most, Math.max(endpoint.workersMin, demand(endpoint, now)));
  while (endpoint.workers.length < wanted) hire(platform, endpoint);
  planLook(platform, endpoint);
}

/** The time has come to look again what settings and scaler ask for. */
export function look(platform: Platform, endpoint: Endpoint): void {
  endpoint.lookAt = null;
  reconcile(platform, endpoint);
}

/** Looks again when time alone will have changed something; of the looks that are planned only the earliest counts. */
function planLook({ clock }: Platform, endpoint: Endpoint): void {
  const at = nextMoment(endpoint, clock.now());
  if (at === undefined || (endpoint.lookAt !== null && endpoint.lookAt <= at)) return;
  endpoint.lookAt = at;
  clock.after(at - clock.now(), { kind: "endpoint", endpoint: endpoint.id, at });
}

/** When the next worker will have been idle, or the next job will have waited, for too long. */
function nextMoment(endpoint: Endpoint, now: number): number | undefined {
  const { workers, workersMin, idleTimeout, queue, scalerType, scalerValue } = endpoint;
  const idle = workers.length > workersMin ? workers.filter(({ state }) => state === "idle") : [];
  const ends = idle.map(({ idleSince }) => idleSince + idleTimeout * 1000).filter((at) => at > now);
  const isDue = (queuedAt: number) => queuedAt + scalerValue * 1000 <= now;
  const job = scalerType === "QUEUE_DELAY" ? queue.find((one) => !one.lowPriority && !isDue(one.queuedAt)) : undefined;
  const moments = job ? [...ends, job.queuedAt + scalerValue * 1000] : ends;
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** Puts a job in the queue and sees to it that its waiting and its end of life are noticed. */
export function enqueue(platform: Platform, endpoint: Endpoint, job: Job): void {
  if (endpoint.publicModel !== undefined) {
    begin(platform, endpoint, publicWorker(platform, endpoint), job);
    return;
  }
  endpoint.queue.push(job);
  reconcile(platform, endpoint);
}

/** Ends a job in any state; a worker that had it is free again. */
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
  platform.clock.after(job.retention, { kind: "job-forget", ...about(endpoint, job), finishedAt: job.finishedAt });
  const body = jobShape(platform, job);
  if (job.webhook !== undefined) deliver(platform, { url: job.webhook, endpointId: endpoint.id, jobId: job.id, body });
  detach(platform, endpoint, job);
}

/** Takes a job from queue and worker without a result. */
export function detach(platform: Platform, endpoint: Endpoint, job: Job): void {
  halt(job);
  endpoint.queue = endpoint.queue.filter((other) => other !== job);
  const worker = endpoint.workers.find((one) => one.job === job);
  if (endpoint.publicModel !== undefined) endpoint.workers = endpoint.workers.filter((other) => other !== worker);
  else if (worker) rest(platform, worker);
  reconcile(platform, endpoint);
}

/** Has its worker do a job from the beginning: what it did so far was lost with the process it ran in. */
export function restart(platform: Platform, endpoint: Endpoint, job: Job): void {
  const worker = endpoint.workers.find((one) => one.job === job);
  job.chunks = [];
  if (worker) begin(platform, endpoint, worker, job);
}

/** Above the maximum, or of an old release, nobody stays but who has a job; idle too long, down to the minimum. */
function dismiss(platform: Platform, endpoint: Endpoint): void {
  const now = platform.clock.now();
  let live = endpoint.workers.length;
  const stays = (worker: Worker): boolean => {
    if (worker.state === "running") return true;
    const over = live > endpoint.workersMax;
    const bored =
      worker.state === "idle" && live > endpoint.workersMin && now - worker.idleSince >= endpoint.idleTimeout * 1000;
    const goes = over || bored || worker.version !== endpoint.version;
    if (goes) live--;
    return !goes;
  };
  for (const worker of endpoint.workers.filter((one) => !stays(one))) dismissWorker(platform, endpoint, worker);
}

function hire(platform: Platform, endpoint: Endpoint): void {
  const worker = hireWorker(platform, endpoint);
  platform.clock.after(platform.settings.workerStart, { kind: "worker", endpoint: endpoint.id, worker: worker.id });
}

/** A worker is initialized. */
export function ready(platform: Platform, endpoint: Endpoint, worker: Worker): void {
  rest(platform, worker);
  reconcile(platform, endpoint);
}

function rest(platform: Platform, worker: Worker): void {
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

/** How due events name a job. */
export function about(endpoint: Endpoint, job: Job): AboutJob {
  return { endpoint: endpoint.id, job: job.id };
}
