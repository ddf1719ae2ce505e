import { findCpu, findGpu } from "../catalog/data";
import { liveStatuses, type Pod } from "./record";

/** Dollars per hour now. */
export function costOf(pod: Pod): number {
  return liveStatuses.has(pod.status) ? rateOf(pod) : 0;
}

export function rateOf(pod: Pod): number {
  if ("cpu" in pod.hardware) {
    const { id, vcpuCount } = pod.hardware.cpu;
    return cents((findCpu(id)?.price.securePerVcpu ?? 0) * vcpuCount);
  }
  const { id, count } = pod.hardware.gpu;
  const price = findGpu(id)?.price;
  return cents((pod.cloud === "SECURE" ? price?.secure : price?.community) ?? 0, count);
}

function cents(price: number, count = 1): number {
  return Math.round(price * count * 10_000) / 10_000;
}
