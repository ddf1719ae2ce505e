import type { Pod } from "./types";

const STOPPED: ReadonlySet<string> = new Set(["EXITED", "TERMINATED"]);

/** US dollars an hour that a pod costs now: RunPod was recorded to leave the rate of a stopped pod in its `cost`. */
export function podCost({ status, cost }: Pick<Pod, "status" | "cost">): number {
  return STOPPED.has(status) ? 0 : cost;
}
