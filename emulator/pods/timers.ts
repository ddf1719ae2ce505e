import type { Keepers } from "../due";
import type { Platform } from "../platform";
import type { PodDue } from "./due";
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
