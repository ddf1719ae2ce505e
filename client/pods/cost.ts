import type { Pod } from "./types";

const STOPPED: ReadonlySet<string> = new Set(["EXITED", "TERMINATED"]);

/**
 * Returns the current cost of a pod in US dollars an hour. A stopped pod costs 0, although in recordings RunPod leaves
 * the running rate in its `cost`.
 */
export function podCost({ status, cost }: Pick<Pod, "status" | "cost">): number {
  return STOPPED.has(status) ? 0 : cost;
}
