import type { Cloud, CpuType, DataCenter, GpuType } from "../../stock/hardware";
import { type Level, levelOf, type Stock } from "../../stock/stock";
import { type Availability, type CpuAvailability, type GpuAvailability, hasSize, isOffered } from "./queries";

export function gpuShape(stock: Stock, gpu: GpuType, requested: GpuAvailability | undefined) {
  if (!requested) return gpu;
  const { cloud, centers } = requested;
  const isFree = ({ id }: DataCenter) => stock.level({ hardware: gpu.id, cloud, dataCenter: id }) !== "NONE";
  return {
    ...gpu,
    ...availability(stock, gpu.id, isOffered(gpu, requested) ? requested : { ...requested, centers: [] }),
    cudaVersions: requested.cudaVersions.map((version) => ({
      version,
      available: centers.some((center) => center.cuda === version && isFree(center)),
    })),
  };
}

export function cpuShape(stock: Stock, flavor: CpuType, requested: CpuAvailability | undefined) {
  if (!requested) return flavor;
  return {
    ...flavor,
    ...availability(stock, flavor.id, hasSize(flavor, requested) ? requested : { ...requested, centers: [] }),
  };
}

export function dataCenterShape(center: DataCenter) {
  const { id, name, region, globalNetwork, networkVolumeTypes, compliance } = center;
  return { id, name, region, globalNetwork, networkVolumeTypes, compliance };
}

/** Returns the stock levels of each type in one data center. Each level covers both clouds. */
export function levelsIn(
  stock: Stock,
  center: DataCenter,
  types: readonly { readonly id: string; readonly name: string }[],
) {
  return types.map(({ id, name }) => {
    const free = (cloud: Cloud) => Math.max(0, stock.count({ hardware: id, cloud, dataCenter: center.id }));
    return { id, name, availability: levelOf(free("SECURE") + free("COMMUNITY")) };
  });
}

function availability(stock: Stock, hardware: string, { cloud, count, centers }: Availability) {
  const rows = centers.map(({ id, name }) => ({
    id,
    name,
    availability: stock.level({ hardware, cloud, dataCenter: id }, count),
  }));
  const overall: Level = stock.best(
    hardware,
    cloud,
    centers.map((center) => center.id),
    count,
  );
  return { availability: overall, ...(overall === "NONE" ? {} : { dataCenters: rows }) };
}
