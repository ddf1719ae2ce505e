import type { Platform } from "../../platform/platform";
import type { EventHandlers } from "../../time/events";
import { pulled } from "./lifecycle";
import { reachReady, replaceUnhealthy, rescale } from "./workers";

const steps = { pulled, ready: reachReady, replace: replaceUnhealthy };

export function endpointEvents(platform: Platform): EventHandlers<"endpoint" | "worker"> {
  return {
    endpoint: (event) => {
      const endpoint = platform.endpoints.get(event.endpoint);
      return endpoint?.lookAt === event.at ? () => rescale(platform, endpoint) : undefined;
    },
    worker: (event) => {
      const endpoint = platform.endpoints.get(event.endpoint);
      const worker = endpoint?.workers.find(({ id }) => id === event.worker);
      return endpoint && worker && (() => steps[event.step ?? "ready"](platform, endpoint, worker, event.attempt));
    },
  };
}
