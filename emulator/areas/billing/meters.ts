import type { Meter } from "../../platform/ledger";
import type { Platform } from "../../platform/platform";
import type { Endpoint, Worker } from "../../records/endpoint";
import type { NetworkVolume } from "../../records/network-volume";
import type { Pod } from "../../records/pod";
import { podRates, volumeRates, workerRates } from "./prices";

/**
 * Sets the running cost of a pod. The emulator calls this function after each change that may affect the cost. A repeated call
 * has no effect.
 */

export function meterPod({ ledger }: Platform, pod: Pod): void {
  const meter: Meter = pod.cluster
    ? { area: "clusters", resource: pod.cluster.id, part: pod.id }
    : { area: "pods", resource: pod.id };
  ledger.run(meter, podRates(pod));
}

export function meterVolume({ ledger }: Platform, volume: NetworkVolume): void {
  ledger.run({ area: "networkVolumes", resource: volume.id }, volumeRates(volume));
}

export function stopVolumeMeter({ ledger }: Platform, { id }: NetworkVolume): void {
  ledger.stopAll({ area: "networkVolumes", resource: id });
}

export function meterWorker({ ledger }: Platform, endpoint: Endpoint, worker: Worker): void {
  ledger.run({ area: "serverless", resource: endpoint.id, part: worker.id }, workerRates(endpoint, worker));
}

export function stopWorkerMeter({ ledger }: Platform, endpoint: Endpoint, { id }: Worker): void {
  ledger.stop({ area: "serverless", resource: endpoint.id, part: id });
}
