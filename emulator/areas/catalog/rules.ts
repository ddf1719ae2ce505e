import { problems } from "../../http/problem";
import { type CpuType, findCpu } from "./data";

/** CUDA versions compare as numbers: 12.11 is above 12.2. A floor without a minor is any release of that major. */
export function isAtLeast(version: string, floor: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [floorMajor = 0, floorMinor = 0] = floor.split(".").map(Number);
  return major > floorMajor || (major === floorMajor && minor >= floorMinor);
}

export function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count));
}

/** The CPU flavor, which must have that many vCPUs on offer. */
export function flavorWith(id: string, vcpuCount: number): CpuType {
  const flavor = findCpu(id);
  if (!flavor) throw problems.rule(`CPU flavor '${id}' not found`);
  const { min, max } = flavor.vcpu;
  if (!isPowerOfTwo(vcpuCount) || vcpuCount < min || vcpuCount > max)
    throw problems.rule(`vcpuCount must be a power of two from ${min} to ${max} for ${id}`);
  return flavor;
}
