import type { Keepers } from "../due";
import type { Platform } from "../platform";
import { ready, reconcile } from "./workers";

export type WorkerDue =
  /** Time to look again what the endpoint's scaler asks for. */
  | { readonly kind: "endpoint"; readonly endpoint: string }
  /** A worker is initialized. */
  | { readonly kind: "worker"; readonly endpoint: string; readonly worker: string };

export function workerKeepers(platform: Platform): Keepers<WorkerDue> {
  return {
    endpoint: (due) => {
      const endpoint = platform.endpoints.get(due.endpoint);
      return endpoint && (() => reconcile(platform, endpoint));
    },
    worker: (due) => {
      const endpoint = platform.endpoints.get(due.endpoint);
      const worker = endpoint?.workers.find(({ id }) => id === due.worker);
      return endpoint && worker && (() => ready(platform, endpoint, worker));
    },
  };
}
