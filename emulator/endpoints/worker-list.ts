import type { Platform } from "../platform";
import { timestamp } from "../time/clock";
import type { Endpoint, Worker } from "./record";

/** What `listEndpointWorkers` answers (contract 5.4). Nothing makes a worker throttled or unhealthy here. */
export function workersShape(platform: Platform, endpoint: Endpoint) {
  const workers = platform.faults
    .shown("listEndpointWorkers", endpoint.workers)
    .map((worker) => workerShape(platform, endpoint, worker));
  const count = (status: string) => workers.filter((worker) => worker.status === status).length;
  return {
    workers,
    summary: {
      running: count("RUNNING"),
      idle: count("IDLE"),
      initializing: count("INITIALIZING"),
      throttled: 0,
      unhealthy: 0,
      total: workers.length,
    },
    endpointVersion: endpoint.version,
  };
}

function workerShape(platform: Platform, endpoint: Endpoint, worker: Worker) {
  const { id, state, version, image, gpuCount, gpuTypeId, dataCenterId, startedAt } = worker;
  return {
    id,
    status: state.toUpperCase(),
    isStale: version !== endpoint.version,
    gpuCount,
    version,
    image,
    uptimeSeconds: Math.floor((platform.clock.now() - startedAt) / 1000),
    gpuTypeId,
    dataCenterId,
    startedAt: timestamp(startedAt),
  };
}
