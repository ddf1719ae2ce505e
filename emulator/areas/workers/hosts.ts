import { centersOf } from "../../platform/locations";
import type { Platform } from "../../platform/platform";
import type { Endpoint, Worker } from "../../records/endpoint";
import { parseGpuIds, parseInstance } from "../../records/endpoint-hardware";
import { gpuTypes } from "../../stock/hardware";

/** Host of a worker: a GPU type or a CPU instance, in a data center. */
type Host = Readonly<Pick<Worker, "gpuTypeId" | "instance" | "dataCenterId">>;

/**
 * Returns the first host with room. Tries the pools or instances in their order, and the data centers in their order for each
 * of them.
 */
export function freeHost(platform: Platform, endpoint: Endpoint): Host | undefined {
  const centers = centersOf(platform, endpoint);
  const hosts = hardwareOf(endpoint).flatMap((hardware) =>
    centers.map((dataCenterId) => ({ ...hardware, dataCenterId })),
  );
  return hosts.find((host) => hasRoom(platform, host));
}

/** Returns the CPU instances, or for each pool the first GPU type that is not excluded. */
function hardwareOf({ gpuIds, instanceIds }: Endpoint): Omit<Host, "dataCenterId">[] {
  if (instanceIds.length > 0) return instanceIds.map((instance) => ({ gpuTypeId: null, instance }));
  const { pools, excluded } = parseGpuIds(gpuIds);
  return pools.flatMap((pool) => {
    const type = gpuTypes.find((gpu) => gpu.pool === pool && !excluded.includes(gpu.id));
    return type ? [{ gpuTypeId: type.id }] : [];
  });
}

function hasRoom({ workerCapacity: rules, endpoints }: Platform, host: Host): boolean {
  const cell = cellOf(host);
  const rule = rules.findLast(
    ({ pool, cpu, dataCenter }) =>
      (pool ?? cpu ?? cell.hardware) === cell.hardware && (dataCenter ?? cell.dataCenter) === cell.dataCenter,
  );
  if (rule === undefined) return true;
  const isThere = (worker: Worker) => {
    const { hardware, dataCenter } = cellOf(worker);
    return hardware === cell.hardware && dataCenter === cell.dataCenter;
  };
  const taken = [...endpoints.values()].reduce((sum, { workers }) => sum + workers.filter(isThere).length, 0);
  return taken < rule.count;
}

function cellOf({ gpuTypeId, instance = "", dataCenterId }: Host) {
  const pool = gpuTypes.find(({ id }) => id === gpuTypeId)?.pool;
  return { hardware: pool ?? parseInstance(instance).flavor, dataCenter: dataCenterId };
}
