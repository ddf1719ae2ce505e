import type { Platform } from "../platform";
import type { Keepers } from "../time/events";
import type { WorkerDue } from "./events";
import { look, ready } from "./workers";

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
