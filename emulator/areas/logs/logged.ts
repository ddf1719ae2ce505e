import { byId, type Call, found, param } from "../../http/route";
import type { Platform } from "../../platform/platform";
import type { Logged } from "../../records/log";
import { liveStatuses } from "../../records/pod";

/** A log, for as long as its container writes into it. */
export interface Followed extends Logged {
  readonly isLive: () => boolean;
}

/** The log of the pod that the path names. */
export function podLog(platform: Platform, call: Call): Followed {
  const pod = byId(platform.pods, call, "pod");
  return { log: pod.log, isLive: () => liveStatuses.has(pod.status) && platform.pods.has(pod.id) };
}

/** The log of the endpoint's worker that the path names. */
export function workerLog(platform: Platform, call: Call): Followed {
  const endpoint = byId(platform.endpoints, call, "endpoint");
  const id = param(call, "workerId");
  const worker = found(
    endpoint.workers.find((one) => one.id === id),
    "worker",
  );
  return { log: worker.log, isLive: () => endpoint.workers.includes(worker) && platform.endpoints.has(endpoint.id) };
}
