import type { Endpoint } from "../endpoints/record";
import { type Call, ok, param, type Route } from "../http";
import type { Platform } from "../platform";
import { problems } from "../problem";
import { isFinal, type Job } from "./record";
import { jobRequest, megabyte, milliseconds } from "./requests";
import { cancel, expireAfter, health, jobShape, purge, submit } from "./store";

const minute = 60_000;
const week = 604_800_000;

export function jobRoutes(platform: Platform): Route[] {
  return [run(platform), runSync(platform), ...reading(platform), ...changing(platform)];
}

function run(platform: Platform): Route {
  return {
    surface: "jobs",
    method: "POST",
    path: "/v2/:endpointId/run",
    operation: "run",
    handle: (call) => {
      const request = jobRequest(call, 10 * megabyte);
      const job = submit(platform, queueOf(platform, call), { request, idPrefix: "", retention: 30 * minute });
      return ok({ id: job.id, status: "IN_QUEUE" });
    },
  };
}

function runSync(platform: Platform): Route {
  return {
    surface: "jobs",
    method: "POST",
    path: "/v2/:endpointId/runsync",
    operation: "runsync",
    handle: async (call) => {
      const wait = milliseconds(call.query, "wait", 1000, 300_000) ?? 90_000;
      const request = jobRequest(call, 20 * megabyte);
      const retention = Math.max(minute, call.query.has("wait") ? wait : 0);
      const job = submit(platform, queueOf(platform, call), { request, idPrefix: "sync-", retention });
      await platform.clock.until(() => isFinal(job), platform.clock.now() + wait);
      return ok(isFinal(job) ? jobShape(platform, job) : { id: job.id, status: job.status });
    },
  };
}

function reading(platform: Platform): Route[] {
  return [
    {
      surface: "jobs",
      method: "GET",
      path: "/v2/:endpointId/status/:jobId",
      operation: "status",
      handle: (call) => {
        const ttl = milliseconds(call.query, "ttl", 1, week);
        const [endpoint, job] = jobOf(platform, call);
        if (ttl !== undefined) expireAfter(platform, endpoint, job, ttl);
        return ok(jobShape(platform, job));
      },
    },
    {
      surface: "jobs",
      method: "GET",
      path: "/v2/:endpointId/health",
      operation: "health",
      handle: (call) => ok(health(queueOf(platform, call))),
    },
  ];
}

function changing(platform: Platform): Route[] {
  return [
    {
      surface: "jobs",
      method: "POST",
      path: "/v2/:endpointId/cancel/:jobId",
      operation: "cancel",
      handle: (call) => {
        const [endpoint, job] = jobOf(platform, call);
        cancel(platform, endpoint, job);
        return ok({ id: job.id, status: job.status });
      },
    },
    {
      surface: "jobs",
      method: "POST",
      path: "/v2/:endpointId/purge-queue",
      operation: "purge-queue",
      handle: (call) => ok({ removed: purge(queueOf(platform, call)), status: "completed" }),
    },
  ];
}

function queueOf(platform: Platform, call: Call): Endpoint {
  const endpoint = platform.endpoints.get(param(call, "endpointId"));
  if (!endpoint) throw problems.notFound("endpoint");
  if (endpoint.type === "LB") throw problems.rule("endpoint is not queue-based");
  return endpoint;
}

function jobOf(platform: Platform, call: Call): [Endpoint, Job] {
  const endpoint = queueOf(platform, call);
  const job = endpoint.jobs.get(param(call, "jobId"));
  if (!job) throw problems.notFound("job");
  return [endpoint, job];
}
