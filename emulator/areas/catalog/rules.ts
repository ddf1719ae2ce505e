import { problems } from "../../http/problem";
import { type CpuType, type DataCenter, findCpu, findDataCenter, findGpu, type GpuType } from "../../stock/hardware";

/**
 * Whether a CUDA version is not below the floor. The parts compare as numbers, so 12.11 is above 12.2. A floor without a minor
 * version accepts any version with that major version.
 */
function isAtLeast(version: string, floor: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [floorMajor = 0, floorMinor = 0] = floor.split(".").map(Number);
  return major > floorMajor || (major === floorMajor && minor >= floorMinor);
}

/** Returns a test for the CUDA versions that a request accepts. */
export function cudaRule(allowed: readonly string[], floor: string | undefined): (version: string) => boolean {
  if (allowed.length > 0) return (version) => allowed.includes(version);
  return (version) => floor === undefined || isAtLeast(version, floor);
}

interface CudaRequest {
  readonly allowedCudaVersions?: readonly string[] | undefined;
  readonly minCudaVersion?: string | undefined;
}

/** Returns the CUDA limits of the request. If the request has no limits, returns the list of the template. */
export function cudaConstraints(request: CudaRequest, templateList: readonly string[] = []) {
  const { allowedCudaVersions: listed, minCudaVersion: floor } = request;
  const allowed = listed ?? (floor === undefined ? templateList : []);
  if (allowed.length > 0 && floor) throw problems.rule("allowedCudaVersions and minCudaVersion are mutually exclusive");
  return { allowed, floor };
}

export function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count));
}

export function namedGpu(id: string): GpuType {
  return named(findGpu(id), "GPU type", id);
}

export function namedDataCenter(id: string): DataCenter {
  return named(findDataCenter(id), "data center", id);
}

/** Returns the item that a request names. Throws if there is no such item. */
export function named<T>(value: T | undefined, what: string, id: string): T {
  if (value === undefined) throw problems.rule(`${what} '${id}' not found`);
  return value;
}

/** Returns the CPU flavor. Throws if the flavor does not offer that number of vCPUs. */
export function flavorWith(id: string, vcpuCount: number): CpuType {
  const flavor = named(findCpu(id), "CPU flavor", id);
  const { min, max } = flavor.vcpu;
  if (!isPowerOfTwo(vcpuCount) || vcpuCount < min || vcpuCount > max)
    throw problems.rule(`vcpuCount must be a power of two from ${min} to ${max} for ${id}`);
  return flavor;
}
