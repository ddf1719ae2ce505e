import { problems } from "../../http/problem";
import {
  type ApiResponse,
  type Call,
  found,
  type Handle,
  json,
  newerQuery,
  newerRoutes,
  ok,
  param,
  type Route,
  routesOf,
} from "../../http/route";
import { endpointById, type Platform } from "../../platform/platform";
import type { Endpoint } from "../../records/endpoint";
import { isFinal, type Job } from "../../records/job";
import { megabyte } from "../../scripts/chunks";
import { jobShape } from "../execution/job-shape";
import { chatInput, completionOf } from "../public-endpoints/openai";
import { publicEndpoint } from "../public-endpoints/store";
import { finish } from "../workers/workers";
import { jobRequest, milliseconds } from "./requests";
import { expireAfter, health, purge, retry, submit, takeChunks } from "./store";

const minute = 60_000;
const week = 604_800_000;
const usualWait = 90_000;

export function jobRoutes(platform: Platform): Route[] {
  const { jobRate, clock } = platform;
  const unnamed = routesOf("jobs", [
    // RunPod does not document these routes, but RunPod's own clients use them.
    ["GET /v2/:endpointId/status-sync/:jobId", "status-sync", statusSync],
    ["POST /v2/:endpointId/openai/*", "openai", openai],
    ["GET /v2/:endpointId/openai/*", "openai", openai],
  ]);
  const named = routesOf("jobs", [
    ["POST /v2/:endpointId/run", "run", run],
    ["POST /v2/:endpointId/runsync", "runsync", runSync],
    ["GET /v2/:endpointId/status/:jobId", "status", status],
    ["GET /v2/:endpointId/stream/:jobId", "stream", newerQuery(["wait"], stream)],
    ["POST /v2/:endpointId/cancel/:jobId", "cancel", cancelJob],
    ["POST /v2/:endpointId/retry/:jobId", "retry", retryJob],
    // These routes exist only for the account's own endpoints. A public model shows neither health nor a queue.
    ["POST /v2/:endpointId/purge-queue", "purge-queue", purgeQueue],
    ["GET /v2/:endpointId/health", "health", (call) => ok(health(platform, accountEndpoint(platform, call)))],
  ]);
  return [...named, ...newerRoutes(unnamed)].map((route): Route => {
    const handle: Handle = (call) =>
      jobRate.during(param(call, "endpointId"), route.operation, clock.now(), () => route.handle(call));
    return { ...route, handle };
  });

  function run(call: Call): ApiResponse {
    const request = jobRequest(call, 10 * megabyte);
    const endpoint = endpointOf(platform, call);
    const job = submit(platform, endpoint, { request, idPrefix: "", retention: 30 * minute });
    return job.status === "FAILED" ? outcome(platform, endpoint, job) : ok({ id: job.id, status: "IN_QUEUE" });
  }

  async function runSync(call: Call): Promise<ApiResponse> {
    const wait = waitOf(call);
    const request = jobRequest(call, 20 * megabyte);
    const endpoint = endpointOf(platform, call);
    const retention = Math.max(minute, call.query.has("wait") ? wait : 0);
    const job = submit(platform, endpoint, { request, idPrefix: "sync-", retention });
    await waitForEnd(platform, endpoint, job, wait);
    return isFinal(job) ? outcome(platform, endpoint, job) : ok({ id: job.id, status: job.status });
  }

  /** Runs a request of OpenAI's API as a job. The output of the job is the response. */
  async function openai(call: Call): Promise<ApiResponse> {
    const endpoint = endpointOf(platform, call);
    const isPublic = endpoint.publicModel !== undefined;
    const openai_route = `/${param(call, "*")}`;
    const openai_input = call.bytes?.length ? json(call) : undefined;
    const input = isPublic ? chatInput(openai_route, openai_input) : { openai_route, openai_input };
    const job = submit(platform, endpoint, { request: { input }, idPrefix: "sync-", retention: minute });
    await waitForEnd(platform, endpoint, job, usualWait);
    if (job.status === "COMPLETED") return ok(isPublic ? completionOf(job) : job.output);
    throw problems.rule(job.error ?? "timed out waiting for worker");
  }

  function status(call: Call): ApiResponse {
    const ttl = milliseconds(call.query, "ttl", 1, week);
    const [endpoint, job] = jobOf(platform, call);
    if (ttl !== undefined) expireAfter(platform, endpoint, job, ttl);
    return ok(jobShape(platform, job));
  }

  async function statusSync(call: Call): Promise<ApiResponse> {
    const wait = waitOf(call);
    const [endpoint, job] = jobOf(platform, call);
    await waitForEnd(platform, endpoint, job, wait);
    return ok(jobShape(platform, job));
  }

  async function stream(call: Call): Promise<ApiResponse> {
    const wait = milliseconds(call.query, "wait", 1000, 300_000) ?? platform.settings.streamHold;
    const [endpoint, job] = jobOf(platform, call);
    if (wait > 0) await waitForEnd(platform, endpoint, job, wait, () => job.chunks.length > 0);
    const chunks = takeChunks(platform, job);
    return ok(platform.settings.streamShape === "array" ? chunks : { status: job.status, stream: chunks });
  }

  function cancelJob(call: Call): ApiResponse {
    const [endpoint, job] = jobOf(platform, call);
    // `finish` has no effect on a finished job, so the job keeps its status.
    finish(platform, endpoint, job, "CANCELLED");
    return ok({ id: job.id, status: job.status });
  }

  function retryJob(call: Call): ApiResponse {
    const [endpoint, job] = jobOf(platform, call);
    retry(platform, endpoint, job);
    return ok({ id: job.id, status: "IN_QUEUE" });
  }

  function purgeQueue(call: Call): ApiResponse {
    return ok({ removed: purge(ownEndpoint(platform, call)), status: "completed" });
  }
}

function waitOf(call: Call): number {
  return milliseconds(call.query, "wait", 1000, 300_000) ?? usualWait;
}

/** Waits until the job ends, up to a limit. Throws "not found" if the job is removed or the emulator is reset during the wait. */
async function waitForEnd(
  platform: Platform,
  endpoint: Endpoint,
  job: Job,
  wait: number,
  isEnough: () => boolean = () => false,
): Promise<void> {
  const isGone = () => endpointById(platform, endpoint.id)?.jobs.get(job.id) !== job;
  await platform.clock.until(() => isFinal(job) || isEnough() || isGone(), platform.clock.now() + wait);
  if (!isFinal(job) && isGone()) throw problems.notFound("job");
}

/** Returns the outcome of a job. The failed job of a public model has status code 400. */
function outcome(platform: Platform, endpoint: Endpoint, job: Job): ApiResponse {
  const refused = endpoint.publicModel !== undefined && job.status === "FAILED";
  return { status: refused ? 400 : 200, body: jobShape(platform, job) };
}

function accountEndpoint(platform: Platform, call: Call): Endpoint {
  return found(platform.endpoints.get(param(call, "endpointId")), "endpoint");
}

/** Returns an endpoint of the account that has a queue. */
function ownEndpoint(platform: Platform, call: Call): Endpoint {
  const endpoint = accountEndpoint(platform, call);
  if (endpoint.type === "LB") throw problems.noQueue();
  return endpoint;
}

/** Returns an endpoint of the account or a public endpoint. Public endpoints accept the API key only as a bearer token. */
function endpointOf(platform: Platform, call: Call): Endpoint {
  const open = publicEndpoint(platform, param(call, "endpointId"));
  if (!open) return ownEndpoint(platform, call);
  if (!/^Bearer /i.test(call.headers.authorization ?? "")) throw problems.noToken();
  return open;
}

function jobOf(platform: Platform, call: Call): [Endpoint, Job] {
  const endpoint = endpointOf(platform, call);
  return [endpoint, found(endpoint.jobs.get(param(call, "jobId")), "job")];
}
