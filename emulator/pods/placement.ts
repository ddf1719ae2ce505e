import { type Cloud, type DataCenter, dataCenters, findDataCenter } from "../catalog/data";
import { problems } from "../http/problem";
import type { Platform } from "../platform";

export interface Wish {
  readonly hardware: string;
  readonly units: number;
  readonly cloud: Cloud;
  /** Binding when not empty, in order of preference (contract 20.1). */
  readonly dataCenterIds: readonly string[];
  /** Data center of the network volume. */
  readonly volumeCenter: string | undefined;
  readonly globalNetworking: boolean;
  readonly maxCount: number;
  readonly acceptsCuda: (version: string) => boolean;
}

/** Chooses the data center by rule (400 with a reason) and stock (400 capacity). */
export function place(platform: Platform, wish: Wish, noCapacity: boolean): DataCenter {
  const asked = wish.dataCenterIds.map((id) => {
    const center = findDataCenter(id);
    if (!center) throw problems.rule(`data center '${id}' not found`);
    return center;
  });
  const allowed = asked.length > 0 ? asked : dataCenters;
  const reachable = wish.volumeCenter ? allowed.filter((center) => center.id === wish.volumeCenter) : allowed;
  if (reachable.length === 0) throw problems.rule(`network volume is in another data center, ${wish.volumeCenter}`);
  const networked = wish.globalNetworking ? reachable.filter((center) => center.globalNetwork) : reachable;
  if (networked.length === 0) throw problems.rule("global networking is not available in the requested data centers");
  const found = networked.find(
    (center) =>
      wish.acceptsCuda(center.cuda) &&
      platform.stock.count({ hardware: wish.hardware, cloud: wish.cloud, dataCenter: center.id }) >= wish.units,
  );
  if (noCapacity || wish.units > wish.maxCount || !found) throw problems.noCapacity();
  return found;
}

/** CUDA constraints of a request; a floor compares as numbers, so 12.11 is above 12.2. */
export function cudaRule(allowed: readonly string[], floor: string | undefined): (version: string) => boolean {
  if (allowed.length > 0) return (version) => allowed.includes(version);
  if (floor === undefined) return () => true;
  return (version) => compare(version, floor) >= 0;
}

function compare(left: string, right: string): number {
  const [a = 0, b = 0] = left.split(".").map(Number);
  const [c = 0, d = 0] = right.split(".").map(Number);
  return a - c || b - d;
}
