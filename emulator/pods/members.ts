import { problems } from "../http/problem";
import type { Pod } from "./record";

/** Members are managed through their cluster only (contract 11). */
export function refuseMember({ cluster }: Pod): void {
  if (cluster) throw problems.conflict(`pod belongs to cluster ${cluster.id}`);
}
