import type { Endpoint } from "../endpoints/record";
import { problems } from "../http/problem";
import { type Answer, type Call, ok, param, type Route } from "../http/route";
import { endpointById, type Platform } from "../platform";
import { findModel } from "../public-endpoints/models";
import { publicEndpoint } from "../public-endpoints/store";
import { isFinal, type Job } from "./record";
import { type JobRequest, jobRequest, megabyte, milliseconds } from "./requests";
import { jobShape } from "./shapes";
import { cancel, expireAfter, health, purge, retry, submit, takeChunks } from "./store";

const minute = 60_000;
const week = 604_800_000;
const usualWait = 90_000;

export function jobRoutes(platform: Platform): Route[] {
  return [...submitting(platform), ...reading(platform), ...changing(platform), ...queues(platform)].map((route) =>
    limited(platform, route),
  );
}

function route(method: Route["method"], path: string, operation: string, handle: Route["handle"]): Route {
  return { surface: "jobs", method, path: `/v2/:endpointId/${path}`, operation, handle };
}

function limited({ jobRate, clock }: Platform, one: Route): Route {
  const { operation, handle } = one;
  return {
    ...one,
    handle: (call) => jobRate.during(param(call, "endpointId"), operation, clock.now(), () => handle(call)),
  };
}

function submitting(platform: Platform): Route[] {
  const submitted = (endpoint: Endpoint, request: JobRequest, how: { idPrefix: string; retention: number }) => {
    const refusal = findModel(endpoint.publicModel)?.refuses(request.input);
    return submit(platform, endpoint, { request, refusal, ...how });
  };
  return [
    route("POST", "run", "run", (call) => {
      const request = jobRequest(call, 10 * megabyte);
      const endpoint = endpointOf(platform, call);
      const job = submitted(endpoint, request, { idPrefix: "", retention: 30 * minute });
      return job.status === "FAILED" ? outcome(platform, endpoint, job) : ok({ id: job.id, status: "IN_QUEUE" });
    }),
    route("POST", "runsync", "runsync", async (call) => {
      const wait = waitOf(call);
      const request = jobRequest(call, 20 * megabyte);
      const endpoint = endpointOf(platform, call);
      const retention = Math.max(minute, call.query.has("wait") ? wait : 0);
      const job = submitted(endpoint, request, { idPrefix: "sync-", retention });
      await ended(platform, endpoint, job, wait);
      return isFinal(job) ? outcome(platform, endpoint, job) : ok({ id: job.id, status: job.status });
    }),
  ];
}

function reading(platform: Platform): Route[] {
  return [
    route("GET", "status/:jobId", "status", (call) => {
      const ttl = milliseconds(call.query, "ttl", 1, week);
      const [endpoint, job] = jobOf(platform, call);
      if (ttl !== undefined) expireAfter(platform, endpoint, job, ttl);
      return ok(jobShape(platform, job));
    }),
    // Undocumented, but clients of the platform are seen to wait with it (contract 14.8).
    route("GET", "status-sync/:jobId", "status-sync", async (call) => {
      const wait = waitOf(call);
      const [endpoint, job] = jobOf(platform, call);
      await ended(platform, endpoint, job, wait);
      return ok(jobShape(platform, job));
    }),
    route("GET", "stream/:jobId", "stream", (call) => {
      const [, job] = jobOf(platform, call);
      const chunks = takeChunks(platform, job);
      return ok(platform.settings.streamShape === "array" ? chunks : { status: job.status, stream: chunks });
    }),
  ];
}

function changing(platform: Platform): Route[] {
  return [
    route("POST", "cancel/:jobId", "cancel", (call) => {
      const [endpoint, job] = jobOf(platform, call);
      cancel(platform, endpoint, job);
      return ok({ id: job.id, status: job.status });
    }),
    route("POST", "retry/:jobId", "retry", (call) => {
      const [endpoint, job] = jobOf(platform, call);
      retry(platform, endpoint, job);
      return ok({ id: job.id, status: "IN_QUEUE" });
    }),
  ];
}

/** Of an account's own endpoints: a public model has neither health nor a queue to show. */
function queues(platform: Platform): Route[] {
  return [
    route("POST", "purge-queue", "purge-queue", (call) =>
      ok({ removed: purge(ownEndpoint(platform, call)), status: "completed" }),
    ),
    route("GET", "health", "health", (call) => ok(health(ownEndpoint(platform, call)))),
  ];
}

function waitOf(call: Call): number {
  return milliseconds(call.query, "wait", 1000, 300_000) ?? usualWait;
}

/** Waits for the job's end, but no longer; a job that was removed meanwhile, by itself or with all else, is not found. */
async function ended(platform: Platform, endpoint: Endpoint, job: Job, wait: number): Promise<void> {
  const isGone = () => endpointById(platform, endpoint.id)?.jobs.get(job.id) !== job;
  await platform.clock.until(() => isFinal(job) || isGone(), platform.clock.now() + wait);
  if (!isFinal(job) && isGone()) throw problems.notFound("job");
}

/** A public model's failure comes with a 400, and is a job all the same (contract section 15). */
function outcome(platform: Platform, endpoint: Endpoint, job: Job): Answer {
  const refused = endpoint.publicModel !== undefined && job.status === "FAILED";
  return { status: refused ? 400 : 200, body: jobShape(platform, job) };
}

function ownEndpoint(platform: Platform, call: Call): Endpoint {
  const endpoint = platform.endpoints.get(param(call, "endpointId"));
  if (!endpoint) throw problems.notFound("endpoint");
  if (endpoint.type === "LB") throw problems.rule("endpoint is not queue-based");
  return endpoint;
}

/** Public ones take the key as a bearer only (contract section 1). */
function endpointOf(platform: Platform, call: Call): Endpoint {
  const open = publicEndpoint(platform, param(call, "endpointId"));
  if (!open) return ownEndpoint(platform, call);
  if (!/^Bearer /i.test(call.headers.authorization ?? "")) throw problems.noToken();
  return open;
}

function jobOf(platform: Platform, call: Call): [Endpoint, Job] {
  const endpoint = endpointOf(platform, call);
  const job = endpoint.jobs.get(param(call, "jobId"));
  if (!job) throw problems.notFound("job");
  return [endpoint, job];
}
