import { sameMeaning } from "../../kernel/meaning";
import { tokensOf } from "../../kernel/text";

/*
 * Pools and locations. GraphQL has them as one text, separated by commas, and REST has them as lists. Their order has no
 * documented meaning, and RunPod may report an order other than the order that it received.
 */

/** Separates pools from excluded GPU types, which have a `-` in front. */
export function parseGpuIds(gpuIds: string): { readonly pools: string[]; readonly excludedTypes: string[] } {
  const tokens = tokensOf(gpuIds);
  return {
    pools: tokens.filter((token) => !token.startsWith("-")),
    excludedTypes: tokens.filter((token) => token.startsWith("-")).map((token) => token.slice(1)),
  };
}

export function sameTokens(a: string, b: string): boolean {
  return sameMeaning({ compare: "tokens" }, a, b);
}

/** Whether the name is a region. GraphQL names a region by two letters, and data centers have longer names. */
export function isRegion(token: string): boolean {
  return /^[A-Za-z]{2}$/.test(token);
}

/**
 * Whether a data center is in a region. The name of a data center contains the code of the region: `US-KS-2` is in `US`, and
 * `EU-CZ-1` is in `CZ`.
 */
export function liesIn(dataCenter: string, region: string): boolean {
  return new RegExp(`^(?:EUR?-)?${region}-`, "i").test(dataCenter);
}

/** Whether a place, which is a data center or a region, contains the data center. */
export function contains(place: string, dataCenter: string): boolean {
  return place === dataCenter || (isRegion(place) && liesIn(dataCenter, place));
}

/**
 * Whether two texts name the same places. One text may name a region, and the other text the data centers in it. A named region
 * may contain none of the other text's data centers, because RunPod may have no data center there.
 */
export function samePlaces(a: string, b: string): boolean {
  return sameTokens(a, b) || isCoveredBy(a, b) || isCoveredBy(b, a);
}

function isCoveredBy(dataCenters: string, places: string): boolean {
  const ids = tokensOf(dataCenters);
  const names = tokensOf(places);
  return (
    ids.length > 0 &&
    !ids.some(isRegion) &&
    ids.every((id) => names.some((place) => contains(place, id))) &&
    names.every((place) => isRegion(place) || ids.includes(place))
  );
}
