import type { Listing, Platform } from "../../client";
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
  /** Kinds to list. */
  readonly kinds: ReadonlySet<string>;
  /** Ids of the resources to price. */
  readonly ids: ReadonlySet<string>;
}

const NOTHING_LISTED: Listing<never> = { items: [], unreadable: [] };

/** One list a kind, and the workers of endpoints where their hardware makes a difference. */
export async function liveCosts(platform: Platform, options: LiveOptions): Promise<LiveCosts> {
  const { signal, kinds, ids, catalog, volumes } = options;
  const [pods, endpoints, disks] = await Promise.all([
    kinds.has("Pod") ? platform.pods.listing({ signal }) : NOTHING_LISTED,
    kinds.has("ServerlessEndpoint") ? platform.endpoints.listing({ signal }) : NOTHING_LISTED,
    kinds.has("NetworkVolume") ? platform.networkVolumes.listing({ signal }) : NOTHING_LISTED,
  ]);
  const costs = new Map<string, LiveCost>(pods.items.map(({ id, cost }) => [id, { amount: cost }]));
  for (const item of [pods, endpoints, disks].flatMap(({ unreadable }) => unreadable)) {
    if (item.id !== undefined) costs.set(item.id, { amount: 0, unknown: "it is there and cannot be read" });
  }
  const running = endpoints.items.filter(({ id }) => ids.has(id));
  const amounts = await Promise.all(running.map((one) => catalog.endpointNow(one, platform, { signal })));
  for (const [index, { id, gpuIds }] of running.entries())
    costs.set(id, costing(amounts[index], noWorkerPrice(gpuIds)));
  for (const { id, size, type } of disks.items) {
    const perHour = volumePrice(type, volumes);
    costs.set(id, costing(perHour && size * perHour, noVolumePrice(type)));
  }
  return costs;
}

function costing(amount: number | undefined, unknown: string): LiveCost {
  return amount === undefined ? { amount: 0, unknown } : { amount };
}
