import { problems } from "../http/problem";
import { type Call, created, json, noContent, ok, param, type Route } from "../http/route";
import { eventHeaders, logEvents, logSelection } from "../logs/events";
import type { Platform } from "../platform";
import { timestamp } from "../time/clock";
import { containerOfEndpoint } from "./container";
import { hardwareShape } from "./hardware";
import type { Endpoint } from "./record";
import { releasesShape } from "./releases";
import { createEndpointRequest, updateEndpointRequest } from "./requests";
import { createRestEndpoint, deleteRestEndpoint, updateRestEndpoint } from "./rest";
import { workersShape } from "./worker-list";

/** Endpoints over REST v2 (contract 5): the same endpoints GraphQL shows. */
export function serverlessRoutes(platform: Platform): Route[] {
  const find = (call: Call): Endpoint => {
    const endpoint = platform.endpoints.get(param(call, "id"));
    if (!endpoint) throw problems.notFound("endpoint");
    return endpoint;
  };
  const shape = (endpoint: Endpoint, call: Call) => restEndpointShape(platform, endpoint, call.headers.host ?? "");
  return [
    {
      surface: "rest",
      method: "GET",
      path: "/v2/serverless",
      operation: "listEndpoints",
      handle: (call) => {
        const listed = platform.faults.shown("listEndpoints", platform.endpoints.values());
        return ok({ endpoints: listed.map((endpoint) => shape(endpoint, call)) });
      },
    },
    {
      surface: "rest",
      method: "POST",
      path: "/v2/serverless",
      operation: "createEndpoint",
      handle: (call) => created(shape(createRestEndpoint(platform, createEndpointRequest.parse(json(call))), call)),
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/serverless/:id",
      operation: "getEndpoint",
      handle: (call) => ok(shape(find(call), call)),
    },
    {
      surface: "rest",
      method: "PATCH",
      path: "/v2/serverless/:id",
      operation: "updateEndpoint",
      handle: (call) => {
        const body = updateEndpointRequest.parse(json(call));
        const endpoint = find(call);
        updateRestEndpoint(platform, endpoint, body);
        return ok(shape(endpoint, call));
      },
    },
    {
      surface: "rest",
      method: "DELETE",
      path: "/v2/serverless/:id",
      operation: "deleteEndpoint",
      handle: (call) => {
        deleteRestEndpoint(platform, find(call));
        return noContent();
      },
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/serverless/:id/workers",
      operation: "listEndpointWorkers",
      handle: (call) => ok(workersShape(platform, find(call))),
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/serverless/:id/releases",
      operation: "listEndpointReleases",
      handle: (call) => ok(releasesShape(find(call))),
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/serverless/:id/workers/:workerId/logs",
      operation: "getWorkerLogs",
      handle: (call) => {
        const selection = logSelection(call);
        const endpoint = find(call);
        const worker = endpoint.workers.find(({ id }) => id === param(call, "workerId"));
        if (!worker) throw problems.notFound("worker");
        const isLive = () => endpoint.workers.includes(worker) && platform.endpoints.has(endpoint.id);
        return { status: 200, headers: eventHeaders, events: logEvents(platform, worker, isLive, selection) };
      },
    },
  ];
}

function restEndpointShape(platform: Platform, endpoint: Endpoint, host: string) {
  const { image, args, disk, ports, env, registry } = containerOfEndpoint(platform, endpoint);
  const idle = endpoint.type === "LB" || endpoint.scalerType === "QUEUE_DELAY";
  return {
    id: endpoint.id,
    name: endpoint.name,
    type: endpoint.type === "QB" ? "QUEUE" : "LOAD_BALANCER",
    requestUrls: requestUrls(endpoint, env, host),
    image,
    args,
    disk,
    ports,
    env,
    registry,
    ...hardwareShape(endpoint),
    workers: {
      min: endpoint.workersMin,
      max: endpoint.workersMax,
      ...(idle ? { idleTimeout: endpoint.idleTimeout } : {}),
    },
    scaling:
      endpoint.scalerType === "QUEUE_DELAY"
        ? { type: "QUEUE_DELAY", queueDelay: endpoint.scalerValue }
        : { type: "REQUEST_COUNT", requestCount: endpoint.scalerValue },
    dataCenterIds: endpoint.dataCenterIds,
    networkVolumes: endpoint.networkVolumeIds,
    timeout: endpoint.executionTimeoutMs,
    flashboot: endpoint.flashBootType,
    createdAt: timestamp(endpoint.createdAt),
  };
}

function requestUrls(endpoint: Endpoint, env: Readonly<Record<string, string>>, host: string) {
  if (endpoint.type === "LB") {
    const base = `https://${endpoint.id}.emulator.invalid`;
    return { base, health: `${base}${env.HEALTH_CHECK_PATH ?? "/ping"}` };
  }
  const base = `http://${host}/v2/${endpoint.id}`;
  return {
    run: `${base}/run`,
    runSync: `${base}/runsync`,
    status: `${base}/status/{job_id}`,
    stream: `${base}/stream/{job_id}`,
    cancel: `${base}/cancel/{job_id}`,
    retry: `${base}/retry/{job_id}`,
    purgeQueue: `${base}/purge-queue`,
    health: `${base}/health`,
  };
}
