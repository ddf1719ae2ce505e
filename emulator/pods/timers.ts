import type { Keepers } from "../due";
import type { Platform } from "../platform";
import { beginContainer, exit, reachContainer } from "./states";

/** A move the pod makes by itself, if it has made no other since. */
export interface PodDue {
  readonly kind: "pod";
  readonly pod: string;
  readonly moves: number;
  readonly move: "container" | "ready" | "exit";
}

const moves = { container: beginContainer, ready: reachContainer, exit };

export function podKeepers(platform: Platform): Keepers<PodDue> {
  return {
    pod: (due) => {
      const pod = platform.pods.get(due.pod);
      return pod?.moves === due.moves ? () => moves[due.move](platform, pod) : undefined;
    },
  };
}
