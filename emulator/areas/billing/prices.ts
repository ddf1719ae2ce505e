import type { Rates } from "../../platform/money";
import type { Platform } from "../../platform/platform";
import type { Endpoint, Worker } from "../../records/endpoint";
import { parseInstance } from "../../records/endpoint-hardware";
import { liveStatuses, type Pod } from "../../records/pod";
import { findCpu, findGpu, type VolumeType } from "../../stock/hardware";

/** Billed hours of a month, a twelfth of 365 days. */
export const hoursPerMonth = 730;

/**
 * Prices in US dollars for one GB during one month. RunPod's catalog has no such prices, so these prices are invented. The
 * prices never change.
 */
export const perGbMonth = { STANDARD: 0.07, HIGH_PERFORMANCE: 0.14, stoppedPodDisk: 0.2 } as const;

/** Returns the current cost of a pod in US dollars an hour. */
export function costOf(pod: Pod): number {
  return liveStatuses.has(pod.status) ? rateOf(pod) : 0;
}

/** Returns the cost of a running pod in US dollars an hour. */
export function rateOf({ hardware, cloud }: Pick<Pod, "hardware" | "cloud">): number {
  if ("cpu" in hardware)
    return fourDecimals((findCpu(hardware.cpu.id)?.price.securePerVcpu ?? 0) * hardware.cpu.vcpuCount);
  const price = findGpu(hardware.gpu.id)?.price;
  return fourDecimals(((cloud === "SECURE" ? price?.secure : price?.community) ?? 0) * hardware.gpu.count);
}

function fourDecimals(price: number): number {
  return Math.round(price * 10_000) / 10_000;
}

/**
 * Returns the cost of each component. The cost of a running pod is its `cost`, which includes disks. The cost of a stopped
 * pod is the cost of its persistent mount.
 */
export function podRates(pod: Pod): Rates {
  if (liveStatuses.has(pod.status)) return { ["cpu" in pod.hardware ? "cpu" : "gpu"]: costOf(pod) };
  if (pod.status === "TERMINATED") return {};
  return { disk: monthly(pod.mounts.persistent?.size ?? 0, perGbMonth.stoppedPodDisk) };
}

export function volumeRates({ size, type }: { readonly size: number; readonly type: VolumeType }): Rates {
  const rate = monthly(size, perGbMonth[type]);
  return type === "STANDARD" ? { standard: rate } : { highPerformance: rate };
}

/**
 * Returns the cost of a worker, which is the same while the worker starts, waits and works. A worker without a host costs
 * nothing.
 */
export function workerRates(endpoint: Endpoint, { gpuTypeId, instance, dataCenterId }: Worker): Rates {
  if (dataCenterId === null) return {};
  if (gpuTypeId !== null) return { gpu: (findGpu(gpuTypeId)?.price.serverless ?? 0) * endpoint.gpuCount };
  const { flavor, vcpuCount } = parseInstance(instance ?? endpoint.instanceIds[0] ?? "");
  return { cpu: (findCpu(flavor)?.price.serverlessPerVcpu ?? 0) * vcpuCount };
}

function monthly(gb: number, price: number): number {
  return (gb * price) / hoursPerMonth;
}

/** Returns the cost of a pod, including a stopped pod, in US dollars an hour. */
export function podCost(pod: Pod): number {
  return total(podRates(pod));
}

/** Returns the cost of a volume in US dollars an hour. */
export function volumeCost(volume: { readonly size: number; readonly type: VolumeType }): number {
  return total(volumeRates(volume));
}

/** Returns the cost of an endpoint's workers in US dollars an hour. */
export function endpointCost(endpoint: Endpoint): number {
  return endpoint.workers.reduce((sum, worker) => sum + total(workerRates(endpoint, worker)), 0);
}

/** Returns the cost of all pods, workers and volumes in US dollars an hour, rounded to six decimals. */
export function costPerHour({ pods, endpoints, volumes }: Platform): number {
  let sum = 0;
  for (const pod of pods.values()) sum += podCost(pod);
  for (const volume of volumes.values()) sum += volumeCost(volume);
  for (const endpoint of endpoints.values()) sum += endpointCost(endpoint);
  return Math.round(sum * 1e6) / 1e6;
}

function total(parts: Rates): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}
