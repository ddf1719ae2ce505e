import { containerOfEndpoint } from "../../platform/endpoint-container";
import type { Platform } from "../../platform/platform";
import { containerShown } from "../../records/container";
import type { Endpoint, Worker } from "../../records/endpoint";
import { timestamp } from "../../time/clock";
import { workersShownIn } from "../workers/departed";
import { hardwareShape } from "./hardware";
import { shownPlaces } from "./places";

/** Returns an endpoint as REST shows it. */
export function restEndpointShape(platform: Platform, endpoint: Endpoint, host: string) {
  const container = containerOfEndpoint(platform, endpoint);
  const { idleTimeout, ...workers } = shownPlaces(platform, endpoint, "workers");
  const idle = endpoint.type === "LB" || endpoint.scalerType === "QUEUE_DELAY";
  return {
    id: endpoint.id,
    name: endpoint.name,
    type: endpoint.type === "QB" ? "QUEUE" : "LOAD_BALANCER",
    requestUrls: requestUrls(endpoint, container.env, host),
    ...containerShown(platform, container),
    ...hardwareShape(platform, endpoint),
    workers: { ...workers, ...(idle ? { idleTimeout } : {}) },
    scaling: {
      ...(endpoint.scalerType === "QUEUE_DELAY"
        ? { type: "QUEUE_DELAY", queueDelay: endpoint.scalerValue }
        : { type: "REQUEST_COUNT", requestCount: endpoint.scalerValue }),
      ...shownPlaces(platform, endpoint, "scaling"),
    },
    ...shownPlaces(platform, endpoint, ""),
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

/** Returns the response of `listEndpointWorkers`. */
export function workersShape(platform: Platform, endpoint: Endpoint) {
  const workers = platform.faults
    .shown("listEndpointWorkers", workersShownIn(platform, endpoint, "list"))
    .map((worker) => workerShape(platform, endpoint, worker));
  const count = (status: string) => workers.filter((worker) => worker.status === status).length;
  return {
    workers,
    summary: {
      running: count("RUNNING"),
      idle: count("IDLE"),
      initializing: count("INITIALIZING"),
      throttled: count("THROTTLED"),
      unhealthy: count("UNHEALTHY"),
      total: workers.length,
    },
    endpointVersion: endpoint.version,
  };
}

function workerShape(platform: Platform, endpoint: Endpoint, worker: Worker) {
  const { id, state, version, image, gpuCount, gpuTypeId, dataCenterId, startedAt } = worker;
  const hasHost = dataCenterId !== null;
  return {
    id,
    // A worker of a load balancer waits for requests, not for jobs.
    status: endpoint.type === "LB" && state === "idle" ? "RUNNING" : state.toUpperCase(),
    isStale: version !== endpoint.version,
    gpuCount,
    version,
    image,
    uptimeSeconds: hasHost ? Math.floor((platform.clock.now() - startedAt) / 1000) : null,
    gpuTypeId,
    dataCenterId,
    startedAt: hasHost ? timestamp(startedAt) : null,
  };
}
