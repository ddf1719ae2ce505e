import type { Platform } from "../../provider/platform";
import { noVolumePrice, noWorkerPrice, type PriceList, volumePrice } from "./estimate";

/** US dollars an hour of something that is on the platform now. */
export interface LiveCost {
  readonly amount: number;
  /** What of it has no price, in words. */
  readonly unknown?: string;
}

/** By id. What is not on the platform is not among them. */
export type LiveCosts = ReadonlyMap<string, LiveCost>;

export interface LiveOptions extends PriceList {
  readonly signal: AbortSignal;
  /** Kinds that are asked for at all. */
  readonly kinds: ReadonlySet<string>;
}

/** One list a kind. */
export async function liveCosts(platform: Platform, options: LiveOptions): Promise<LiveCosts> {
  const { signal, kinds, catalog, volumes } = options;
  const [pods, endpoints, disks] = await Promise.all([
    kinds.has("Pod") ? platform.pods.list({ signal }) : [],
    kinds.has("ServerlessEndpoint") ? platform.endpoints.list({ signal }) : [],
    kinds.has("NetworkVolume") ? platform.networkVolumes.list({ signal }) : [],
  ]);
  const costs = new Map<string, LiveCost>(pods.map(({ id, cost }) => [id, { amount: cost }]));
  for (const endpoint of endpoints) {
    costs.set(endpoint.id, costing(catalog.endpoint(endpoint), noWorkerPrice(endpoint.gpuIds)));
  }
  for (const { id, size, type } of disks) {
    const perHour = volumePrice(type, volumes);
    costs.set(id, costing(perHour && size * perHour, noVolumePrice(type)));
  }
  return costs;
}

function costing(amount: number | undefined, unknown: string): LiveCost {
  return amount === undefined ? { amount: 0, unknown } : { amount };
}
