import type { Serving } from "../../http/newer";
import { problems } from "../../http/problem";
import type { Endpoint } from "../../records/endpoint";
import { listOf, parseGpuIds, parseInstance } from "../../records/endpoint-hardware";
import type { EndpointSettings } from "../../records/endpoint-settings";
import { findCpu, gpuPools, gpuTypes } from "../../stock/hardware";
import { cudaConstraints, flavorWith } from "../catalog/rules";
import { shownPlaces } from "./places";
import type { CreateEndpoint, UpdateEndpoint } from "./requests";

type Chosen = Pick<EndpointSettings, "gpuIds" | "instanceIds" | "allowedCudaVersions" | "minCudaVersion">;

/** Returns the hardware of a new endpoint, either GPUs or CPUs. */
export function chosenHardware(
  { gpu, cpu }: Pick<CreateEndpoint, "gpu" | "cpu">,
  templateCuda: readonly string[],
): Chosen {
  if ((gpu === undefined) === (cpu === undefined)) throw problems.rule("exactly one of gpu or cpu must be set");
  if (!gpu) return { gpuIds: "", instanceIds: instances(cpu), allowedCudaVersions: "", minCudaVersion: "" };
  const gpuIds = selection(gpu.pools, gpu.excludedTypes ?? []);
  return { gpuIds, instanceIds: [], ...cudaOf(gpu, templateCuda) };
}

/**
 * Returns the hardware after an update. An endpoint cannot change between GPUs and CPUs. A request that sets new GPU
 * pools clears the GPU types that were excluded from the old pools.
 */
export function changedHardware(endpoint: Endpoint, { gpu, cpu }: Pick<UpdateEndpoint, "gpu" | "cpu">): Chosen {
  const isCpu = endpoint.instanceIds.length > 0;
  if ((gpu && isCpu) || (cpu && !isCpu)) throw problems.rule("the compute family of an endpoint cannot be changed");
  return {
    gpuIds: gpu?.pools ? selection(gpu.pools, gpu.excludedTypes ?? []) : endpoint.gpuIds,
    instanceIds: cpu ? instances(cpu) : endpoint.instanceIds,
    ...cudaOf({
      allowedCudaVersions: gpu?.allowedCudaVersions ?? listOf(endpoint.allowedCudaVersions),
      minCudaVersion: gpu?.minCudaVersion ?? endpoint.minCudaVersion,
    }),
  };
}

/** Returns `gpu` or `cpu` as responses show it. */
export function hardwareShape(platform: Serving, endpoint: Endpoint) {
  if (endpoint.instanceIds.length > 0) {
    const cpu = endpoint.instanceIds.map((instance) => {
      const { flavor, vcpuCount, memory } = parseInstance(instance);
      return { id: flavor, vcpuCount, memory: memory ?? vcpuCount * (findCpu(flavor)?.ramGbPerVcpu ?? 2) };
    });
    return { cpu };
  }
  const { pools, excluded } = parseGpuIds(endpoint.gpuIds);
  return {
    gpu: {
      pools,
      ...(excluded.length > 0 ? { excludedTypes: excluded } : {}),
      ...shownPlaces(platform, endpoint, "gpu"),
      allowedCudaVersions: listOf(endpoint.allowedCudaVersions),
      minCudaVersion: endpoint.minCudaVersion || null,
    },
  };
}

function selection(pools: readonly string[], excludedTypes: readonly string[]): string {
  for (const pool of pools) if (!gpuPools.has(pool)) throw problems.rule(`GPU pool '${pool}' not found`);
  const excluded = excludedTypes.map((id) => id.trim());
  for (const id of excluded) {
    const pool = gpuTypes.find((gpu) => gpu.id === id)?.pool;
    if (!pool || !pools.includes(pool)) throw problems.rule(`excluded GPU type '${id}' is not in the listed pools`);
  }
  return [...pools, ...excluded.map((id) => `-${id}`)].join(",");
}

function instances(cpu: CreateEndpoint["cpu"]): string[] {
  return (cpu ?? []).map(({ id, vcpuCount }) => {
    const { ramGbPerVcpu } = flavorWith(id, vcpuCount);
    return `${id}-${vcpuCount}-${vcpuCount * ramGbPerVcpu}`;
  });
}

function cudaOf(...request: Parameters<typeof cudaConstraints>) {
  const { allowed, floor = "" } = cudaConstraints(...request);
  return { allowedCudaVersions: allowed.join(","), minCudaVersion: floor };
}
