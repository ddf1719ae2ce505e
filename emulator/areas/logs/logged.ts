import { byId, type Call, found, param } from "../../http/route";
import type { Platform } from "../../platform/platform";
import type { Logged } from "../../records/log";
import { liveStatuses } from "../../records/pod";

/** A log. `isLive` returns whether the container still exists and may write to the log. */
export interface Followed extends Logged {
  readonly isLive: () => boolean;
}

/** Returns the log of the pod in the path. */
export function podLog(platform: Platform, call: Call): Followed {
  const pod = byId(platform.pods, call, "pod");
  return { log: pod.log, isLive: () => liveStatuses.has(pod.status) && platform.pods.has(pod.id) };
}

/** Returns the log of the endpoint's worker in the path. */
export function workerLog(platform: Platform, call: Call): Followed {
  const endpoint = byId(platform.endpoints, call, "endpoint");
  const id = param(call, "workerId");
  const worker = found(
    endpoint.workers.find((one) => one.id === id),
    "worker",
  );
  return { log: worker.log, isLive: () => endpoint.workers.includes(worker) && platform.endpoints.has(endpoint.id) };
}
