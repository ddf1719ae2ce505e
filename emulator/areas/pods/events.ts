import type { Platform } from "../../platform/platform";
import type { EventHandlers } from "../../time/events";
import { beginContainer, exit, reachContainer } from "./states";

const moves = { container: beginContainer, ready: reachContainer, exit };

export function podEvents(platform: Platform): EventHandlers<"pod"> {
  return {
    pod: (event) => {
      const pod = platform.pods.get(event.pod);
      return pod?.moves === event.moves ? () => moves[event.move](platform, pod) : undefined;
    },
  };
}
