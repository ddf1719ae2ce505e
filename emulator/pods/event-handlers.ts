import type { Platform } from "../platform";
import type { Keepers } from "../time/events";
import type { PodDue } from "./events";
import { beginContainer, exit, reachContainer } from "./states";

const moves = { container: beginContainer, ready: reachContainer, exit };

export function podKeepers(platform: Platform): Keepers<PodDue> {
  return {
    pod: (due) => {
      const pod = platform.pods.get(due.pod);
      return pod?.moves === due.moves ? () => moves[due.move](platform, pod) : undefined;
    },
  };
}
