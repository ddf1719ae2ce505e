import type { Platform } from "../../../platform/platform";
import { meterWorker, stopWorkerMeter } from "../../billing/meters";
import { gpuTypes } from "../../catalog/data";
import { write } from "../../logs/log";
import { containerOfEndpoint } from "../container";
import { parseGpuIds } from "../hardware";
import { dataCenterOf } from "../locations";
import { type Endpoint, newWorker, type Worker } from "../record";

/** Starts a worker. It gets a place at once, because there is always room, and is billed from its first moment. */
export function startWorker(platform: Platform, endpoint: Endpoint): Worker {
  const worker = newWorker(endpoint, platform.clock.now(), {
    id: platform.ids.resource(),
    state: "initializing",
    image: containerOfEndpoint(platform, endpoint).image,
    gpuCount: endpoint.instanceIds.length > 0 ? 0 : endpoint.gpuCount,
    gpuTypeId: gpuTypeOf(endpoint),
    dataCenterId: dataCenterOf(platform, endpoint),
  });
  endpoint.workers.push(worker);
  meterWorker(platform, endpoint, worker);
  write(platform, worker, "system", `allocating worker in ${worker.dataCenterId}`);
  write(platform, worker, "system", `pulling image ${worker.image}`);
  return worker;
}

/** Removes a worker: no list shows it, and it costs nothing more. */
export function stopWorker(platform: Platform, endpoint: Endpoint, worker: Worker): void {
  endpoint.workers = endpoint.workers.filter((other) => other !== worker);
  write(platform, worker, "system", "worker stopped");
  stopWorkerMeter(platform, endpoint, worker);
}

/** The first GPU type of the pools, in their order, that is not excluded; null for CPU endpoints. */
function gpuTypeOf(endpoint: Endpoint): string | null {
  if (endpoint.instanceIds.length > 0) return null;
  const { pools, excluded } = parseGpuIds(endpoint.gpuIds);
  const types = pools.flatMap((pool) => gpuTypes.filter((gpu) => gpu.pool === pool));
  return types.find(({ id }) => !excluded.includes(id))?.id ?? null;
}
