import type { Endpoint } from "../records/endpoint";
import { listOf } from "../records/endpoint-hardware";
import { dataCenters } from "../stock/hardware";
import type { Platform } from "./platform";

/**
 * Returns the data centers for the endpoint's workers, in order of preference. If the endpoint allows data centers in which it
 * has volumes, returns only these data centers.
 */
export function centersOf(platform: Platform, endpoint: Endpoint): readonly string[] {
  const volumes = endpoint.networkVolumeIds.map((id) => platform.volumes.get(id)?.dataCenter);
  const allowed = allowedIn(endpoint);
  const withVolume = allowed.filter((id) => volumes.includes(id));
  return withVolume.length > 0 ? withVolume : allowed;
}

/**
 * Returns a name in `locations` that is neither a region nor a data center of the emulator's catalog. Clients send all data
 * centers that they know, and this catalog has only some of them. So the emulator ignores an unknown data center if it knows
 * another name in the list.
 */
export function unknownPlace(locations: string | null): string | undefined {
  const tokens = listOf(locations ?? "");
  const unknown = tokens.filter((token) => centersIn(token).length === 0);
  if (unknown.length === tokens.length) return unknown[0];
  return unknown.find((token) => !/^[A-Z]{2,3}-[A-Z]{2}-\d+$/.test(token));
}

/** Returns the allowed data centers in order of preference. Data centers in `dataCenterIds` override regions. */
function allowedIn({ dataCenterIds, locations }: Endpoint): readonly string[] {
  if (dataCenterIds.length > 0) return dataCenterIds;
  const named = listOf(locations ?? "").flatMap(centersIn);
  return named.length > 0 ? named : dataCenters.map(({ id }) => id);
}

/** Returns the data centers of a name, which is a country or the id of a data center. */
function centersIn(token: string): string[] {
  return dataCenters.filter(({ id, country }) => id === token || country === token).map(({ id }) => id);
}
