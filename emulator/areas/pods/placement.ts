import { problems } from "../../http/problem";
import type { Platform } from "../../platform/platform";
import { type Cloud, type DataCenter, dataCenters } from "../../stock/hardware";
import { namedDataCenter } from "../catalog/rules";

export interface PlacementRequest {
  readonly hardware: string;
  readonly units: number;
  readonly cloud: Cloud;
  /**
   * Data centers in order of preference. With the setting `dataCentersBind`, the pod must go to one of these data centers
   * unless the list is empty.
   */
  readonly dataCenterIds: readonly string[];
  /** Data center of the network volume. */
  readonly volumeCenter: string | undefined;
  readonly globalNetworking: boolean;
  readonly maxCount: number;
  readonly acceptsCuda: (version: string) => boolean;
}

/** Chooses the data center. Throws a 400 for a broken rule, and a 400 about capacity for missing stock. */
export function place(platform: Platform, wanted: PlacementRequest, noCapacity: boolean): DataCenter {
  const requested = wanted.dataCenterIds.map(namedDataCenter);
  const others = requested.length > 0 && platform.settings.dataCentersBind ? [] : dataCenters;
  const allowed = [...requested, ...others];
  const reachable = wanted.volumeCenter ? allowed.filter((center) => center.id === wanted.volumeCenter) : allowed;
  if (reachable.length === 0) throw problems.rule(`network volume is in another data center, ${wanted.volumeCenter}`);
  const networked = wanted.globalNetworking ? reachable.filter((center) => center.globalNetwork) : reachable;
  if (networked.length === 0) throw problems.rule("global networking is not available in the requested data centers");
  const found = networked.find(
    (center) =>
      wanted.acceptsCuda(center.cuda) &&
      platform.stock.count({ hardware: wanted.hardware, cloud: wanted.cloud, dataCenter: center.id }) >= wanted.units,
  );
  if (noCapacity || wanted.units > wanted.maxCount || !found) throw problems.noCapacity();
  return found;
}
