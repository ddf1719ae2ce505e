import { containerOfEndpoint } from "../../platform/endpoint-container";
import type { Platform } from "../../platform/platform";
import { type Endpoint, newWorker, type Worker } from "../../records/endpoint";
import { write } from "../../records/log";
import { addScript, scriptFor } from "../../scripts/pod-scripts";
import type { WorkerCapacity } from "../../scripts/worker-capacity";
import type { WorkerScript } from "../../scripts/worker-scripts";
import { meterWorker, stopWorkerMeter } from "../billing/meters";
import { rememberDeparted } from "./departed";
import { freeHost } from "./hosts";

/** Starts a worker. A worker stays throttled until a host has room for it. */
export function startWorker(platform: Platform, endpoint: Endpoint): void {
  const worker = newWorker(endpoint, platform.clock.now(), {
    id: platform.ids.resource(),
    state: "throttled",
    image: containerOfEndpoint(platform, endpoint).image,
    gpuCount: endpoint.instanceIds.length > 0 ? 0 : endpoint.gpuCount,
    gpuTypeId: null,
    dataCenterId: null,
  });
  endpoint.workers.push(worker);
  place(platform, endpoint, worker);
  if (worker.dataCenterId === null) write(platform, worker, "system", "waiting for capacity");
}

/** Removes a worker. Lists no longer show the worker, its cost ends, and a waiting worker takes its room. */
export function stopWorker(platform: Platform, endpoint: Endpoint, worker: Worker): void {
  endpoint.workers = endpoint.workers.filter((other) => other !== worker);
  rememberDeparted(platform, endpoint, worker);
  write(platform, worker, "system", "worker stopped");
  stopWorkerMeter(platform, endpoint, worker);
  if (platform.workerCapacity.length > 0) placeWaiting(platform);
}

/** Sets the number of workers that a place has room for. Workers that already run keep their place. */
export function setCapacity(platform: Platform, change: WorkerCapacity): void {
  const isSame = ({ pool, cpu, dataCenter }: WorkerCapacity) =>
    pool === change.pool && cpu === change.cpu && dataCenter === change.dataCenter;
  platform.workerCapacity = [...platform.workerCapacity.filter((old) => !isSame(old)), change];
  placeWaiting(platform);
}

export function scriptWorkers(platform: Platform, script: WorkerScript): void {
  addScript(platform.workerScripts, script);
  placeWaiting(platform);
}

/** Gives room to waiting workers, in the order of their arrival. */
function placeWaiting(platform: Platform): void {
  const waiting = [...platform.endpoints.values()].flatMap((endpoint) =>
    endpoint.workers.filter((worker) => worker.dataCenterId === null).map((worker) => ({ endpoint, worker })),
  );
  waiting.sort((a, b) => a.worker.startedAt - b.worker.startedAt);
  for (const { endpoint, worker } of waiting) place(platform, endpoint, worker);
}

/** Places a worker on a host. From now on, the worker initializes and costs money. */
function place(platform: Platform, endpoint: Endpoint, worker: Worker): void {
  const { clock, settings } = platform;
  const { outcome, afterMs } = workerScriptFor(platform, endpoint, worker);
  const host = outcome === "throttled" ? undefined : freeHost(platform, endpoint);
  if (host === undefined) return;
  Object.assign(worker, host, { state: "initializing", startedAt: clock.now() });
  meterWorker(platform, endpoint, worker);
  write(platform, worker, "system", `allocating worker in ${worker.dataCenterId}`);
  write(platform, worker, "system", `pulling image ${worker.image}`);
  const event = { kind: "worker", endpoint: endpoint.id, worker: worker.id } as const;
  if (afterMs === undefined && settings.imagePull > 0) clock.after(settings.imagePull, { ...event, step: "pulled" });
  else clock.after(afterMs ?? settings.workerStart, event);
}

/** Starts the container of a worker whose image has arrived. */
export function pulled(platform: Platform, endpoint: Endpoint, worker: Worker): void {
  write(platform, worker, "system", "image pulled, starting container");
  platform.clock.after(platform.settings.workerStart, { kind: "worker", endpoint: endpoint.id, worker: worker.id });
}

export function workerScriptFor({ workerScripts }: Platform, { name }: Endpoint, { image }: Worker): WorkerScript {
  return scriptFor(workerScripts, { name, image }) ?? {};
}
