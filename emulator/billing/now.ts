import type { Endpoint } from "../endpoints/record";
import type { Platform } from "../platform";
import type { Pod } from "../pods/record";
import type { Rates } from "./money";
import { podRates, volumeRates, workerRates } from "./prices";

/** US dollars per hour. */
export function podCost(pod: Pod): number {
  return total(podRates(pod));
}

/** US dollars per hour of its workers. */
export function endpointCost(endpoint: Endpoint): number {
  return endpoint.workers.reduce((sum, { gpuTypeId }) => sum + total(workerRates(endpoint, gpuTypeId)), 0);
}

/** US dollars per hour of all there is now: pods, workers and volumes; six decimals. */
export function costPerHour({ pods, endpoints, volumes }: Platform): number {
  let sum = 0;
  for (const pod of pods.values()) sum += podCost(pod);
  for (const volume of volumes.values()) sum += total(volumeRates(volume));
  for (const endpoint of endpoints.values()) sum += endpointCost(endpoint);
  return Math.round(sum * 1e6) / 1e6;
}

function total(parts: Rates): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}
