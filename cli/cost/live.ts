import type { Platform } from "../../provider/platform";
import type { Prices } from "../prices";
import { hoursPerMonth } from "./report";

/** US dollars an hour of what is on the platform now, by id. What has no price is left out. */
export type LiveCosts = ReadonlyMap<string, number>;

export interface LiveOptions {
  readonly signal: AbortSignal;
  /** Kinds that are asked for at all. */
  readonly kinds: ReadonlySet<string>;
  readonly catalog: Prices;
  readonly volumes: Readonly<Record<string, number>>;
}

/** One list a kind. */
export async function liveCosts(platform: Platform, options: LiveOptions): Promise<LiveCosts> {
  const { signal, kinds, catalog, volumes } = options;
  const [pods, endpoints, disks] = await Promise.all([
    kinds.has("Pod") ? platform.pods.list({ signal }) : [],
    kinds.has("ServerlessEndpoint") ? platform.endpoints.list({ signal }) : [],
    kinds.has("NetworkVolume") ? platform.networkVolumes.list({ signal }) : [],
  ]);
  const costs = new Map<string, number>(pods.map(({ id, cost }) => [id, cost]));
  for (const endpoint of endpoints) {
    const cost = catalog.endpoint(endpoint);
    if (cost !== undefined) costs.set(endpoint.id, cost);
  }
  for (const { id, size, type } of disks) {
    const perMonth = volumes[type];
    if (perMonth !== undefined) costs.set(id, (size * perMonth) / hoursPerMonth);
  }
  return costs;
}
