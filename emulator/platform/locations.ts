import type { Endpoint } from "../records/endpoint";
import { listOf } from "../records/endpoint-hardware";
import { dataCenters } from "../stock/hardware";
import type { Platform } from "./platform";

/** The data centers for the endpoint's workers, in order of preference: the volumes' own if the endpoint allows them. */
export function centersOf(platform: Platform, endpoint: Endpoint): readonly string[] {
  const volumes = endpoint.networkVolumeIds.map((id) => platform.volumes.get(id)?.dataCenter);
  const allowed = allowedIn(endpoint);
  const withVolume = allowed.filter((id) => volumes.includes(id));
  return withVolume.length > 0 ? withVolume : allowed;
}

/**
 * An unknown token of `locations`: neither a region nor a data center of this catalog. Clients send every data center that
 * they know, but this catalog has only some. So the emulator ignores unknown data centers if the list has a known token.
 */
export function unknownPlace(locations: string | null): string | undefined {
  const tokens = listOf(locations ?? "");
  const unknown = tokens.filter((token) => centersIn(token).length === 0);
  if (unknown.length === tokens.length) return unknown[0];
  return unknown.find((token) => !/^[A-Z]{2,3}-[A-Z]{2}-\d+$/.test(token));
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
