import { type Level, levelOf, type Stock } from "../stock";
import { type Cloud, type CpuType, type DataCenter, dataCenters, type GpuType } from "./data";

export interface Availability {
  readonly cloud: Cloud;
  readonly count: number;
  /** Data centers that count; empty for none. */
  readonly centers: readonly DataCenter[];
}

export function gpuShape(stock: Stock, gpu: GpuType, asked: Availability | undefined) {
  if (!asked) return gpu;
  const places = availability(stock, gpu.id, asked);
  const versions = [...new Set(dataCenters.map((center) => center.cuda))].sort();
  return {
    ...gpu,
    ...places,
    cudaVersions: versions.map((version) => ({
      version,
      available: asked.centers.some(
        (center) =>
          center.cuda === version &&
          stock.level({ hardware: gpu.id, cloud: asked.cloud, dataCenter: center.id }) !== "NONE",
      ),
    })),
  };
}

export function cpuShape(stock: Stock, flavor: CpuType, asked: Availability | undefined) {
  return asked ? { ...flavor, ...availability(stock, flavor.id, asked) } : flavor;
}

export function dataCenterShape(center: DataCenter) {
  const { id, name, region, globalNetwork, networkVolumeTypes, compliance } = center;
  return { id, name, region, globalNetwork, networkVolumeTypes, compliance };
}

/** Levels of each type in one data center, over both clouds. */
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
