import type { Keepers } from "../due";
import type { Platform } from "../platform";
import { look, ready } from "./workers";

export type WorkerDue =
  /** Time to look again what the endpoint's scaler asks for. */
  | { readonly kind: "endpoint"; readonly endpoint: string; readonly at: number }
  /** A worker is initialized. */
  | { readonly kind: "worker"; readonly endpoint: string; readonly worker: string };

export function workerKeepers(platform: Platform): Keepers<WorkerDue> {
  return {
    endpoint: (due) => {
      const endpoint = platform.endpoints.get(due.endpoint);
      return endpoint?.lookAt === due.at ? () => look(platform, endpoint) : undefined;
    },
    worker: (due) => {
      const endpoint = platform.endpoints.get(due.endpoint);
      const worker = endpoint?.workers.find(({ id }) => id === due.worker);
      return endpoint && worker && (() => ready(platform, endpoint, worker));
    },
  };
}
