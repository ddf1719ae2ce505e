import type { Endpoint, Worker } from "../endpoints/record";
import type { Platform } from "../platform";
import { findModel } from "./models";

/**
 * A public model as an endpoint that belongs to nobody: no list shows it, nothing scales it and its workers cost
 * nothing, but its jobs are jobs like any other.
 */
export function publicEndpoint(platform: Platform, id: string): Endpoint | undefined {
  const known = platform.publicEndpoints.get(id);
  if (known) return known;
  const model = findModel(id);
  if (!model) return undefined;
  const endpoint: Endpoint = {
    id,
    name: id,
    publicModel: id,
    createdAt: platform.clock.now(),
    version: 1,
    releases: [],
    workers: [],
    lookAt: null,
    queue: [],
    jobs: new Map(),
    counters: { completed: 0, failed: 0, retried: 0 },
    type: "QB",
    gpuIds: "",
    instanceIds: [],
    gpuCount: 1,
    templateId: "",
    idleTimeout: 10,
    locations: null,
    flashBootType: "OFF",
    scalerType: "REQUEST_COUNT",
    scalerValue: 1,
    workersMin: 0,
    workersMax: 0,
    networkVolumeIds: [],
    dataCenterIds: [],
    executionTimeoutMs: 0,
    allowedCudaVersions: "",
    minCudaVersion: "",
    env: [],
  };
  platform.publicEndpoints.set(id, endpoint);
  return endpoint;
}

/** There is always a warm worker for a job of a public model; it is the job's alone. */
export function publicWorker(platform: Platform, endpoint: Endpoint): Worker {
  const now = platform.clock.now();
  const worker: Worker = {
    id: platform.ids.resource(),
    state: "idle",
    startedAt: now,
    idleSince: now,
    job: undefined,
    version: endpoint.version,
    image: endpoint.id,
    gpuCount: 1,
    gpuTypeId: null,
    dataCenterId: null,
    log: [],
  };
  endpoint.workers.push(worker);
  return worker;
}
