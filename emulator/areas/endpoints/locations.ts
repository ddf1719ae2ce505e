import type { Platform } from "../../platform/platform";
import { dataCenters } from "../catalog/data";
import { listOf } from "./hardware";
import type { Endpoint } from "./record";

/** Where workers of the endpoint are: with its volume where it may be there, else in the first place it may be. */
export function dataCenterOf(platform: Platform, endpoint: Endpoint): string | null {
  const volumes = endpoint.networkVolumeIds.map((id) => platform.volumes.get(id)?.dataCenter);
  const allowed = allowedIn(endpoint);
  return allowed.find((id) => volumes.includes(id)) ?? allowed[0] ?? null;
}

/** A token of `locations` that is neither a region nor a data center here. */
export function unknownPlace(locations: string | null): string | undefined {
  return listOf(locations ?? "").find((token) => centersIn(token).length === 0);
}

/** In order of preference; a data center named over REST goes before a region. */
function allowedIn({ dataCenterIds, locations }: Endpoint): readonly string[] {
  if (dataCenterIds.length > 0) return dataCenterIds;
  const named = listOf(locations ?? "").flatMap(centersIn);
  return named.length > 0 ? named : dataCenters.map(({ id }) => id);
}

/** Regions are countries. Other clients send ids of data centers. */
function centersIn(token: string): string[] {
  return dataCenters.filter(({ id, country }) => id === token || country === token).map(({ id }) => id);
}
