import { areas } from "../billing/ledger";
import { type Rates, toUsd } from "../billing/money";
import { podRates, volumeRates, workerRates } from "../billing/prices";
import type { Endpoint } from "../endpoints/record";
import type { Platform } from "../platform";
import type { Pod } from "../pods/record";

const hour = 3_600_000;

/** US dollars per hour. */
export function podCost(pod: Pod): number {
  return total(podRates(pod));
}

/** US dollars per hour of its workers. */
export function endpointCost(endpoint: Endpoint): number {
  return endpoint.workers.reduce((sum, { gpuTypeId }) => sum + total(workerRates(endpoint, gpuTypeId)), 0);
}

/** US dollars per hour of all there is now: pods, workers and volumes. */
export function costPerHour({ pods, endpoints, volumes }: Platform): number {
  let sum = 0;
  for (const pod of pods.values()) sum += podCost(pod);
  for (const volume of volumes.values()) sum += total(volumeRates(volume));
  for (const endpoint of endpoints.values()) sum += endpointCost(endpoint);
  return sum;
}

/** US dollars booked until now. */
export function spent({ ledger, clock }: Platform): number {
  const edges = [0, Math.ceil((clock.now() + 1) / hour) * hour];
  return areas
    .flatMap((area) => ledger.amounts({ area, edges }))
    .reduce((sum, { amounts }) => sum + toUsd(total(amounts)), 0);
}

function total(parts: Rates): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}
