/*
 * GraphQL has pools and locations as one text with commas, REST as lists. RunPod documents no meaning of the order in
 * either, and may report a different order than it received.
 */

export function tokensOf(text: string): string[] {
  return text
    .split(",")
    .map((token) => token.trim())
    .filter((token) => token !== "");
}

/** Pools, and the GPU types to exclude from them, each after a `-`. */
export function parseGpuIds(gpuIds: string): { readonly pools: string[]; readonly excludedTypes: string[] } {
  const tokens = tokensOf(gpuIds);
  return {
    pools: tokens.filter((token) => !token.startsWith("-")),
    excludedTypes: tokens.filter((token) => token.startsWith("-")).map((token) => token.slice(1)),
  };
}

export function sameTokens(a: string, b: string): boolean {
  const sorted = (text: string) => JSON.stringify([...new Set(tokensOf(text))].sort());
  return sorted(a) === sorted(b);
}

/** GraphQL names a region by two letters; data centers have longer names. */
export function isRegion(token: string): boolean {
  return /^[A-Za-z]{2}$/.test(token);
}

/** The name of a data center contains the code of its region: `US-KS-2` is in `US`, `EU-CZ-1` in `CZ`. */
export function liesIn(dataCenter: string, region: string): boolean {
  return new RegExp(`^(?:EUR?-)?${region}-`, "i").test(dataCenter);
}

/**
 * Whether two texts name the same places. One text may name a region, and the other its data centers. A region may have
 * none, so it need not show in the other text, unless that text names regions too.
 */
export function samePlaces(a: string, b: string): boolean {
  return sameTokens(a, b) || isCoveredBy(a, b) || isCoveredBy(b, a);
}

function isCoveredBy(dataCenters: string, places: string): boolean {
  const ids = tokensOf(dataCenters);
  const names = tokensOf(places);
  const meets = (id: string, place: string) => id === place || (isRegion(place) && liesIn(id, place));
  return (
    ids.length > 0 &&
    !ids.some(isRegion) &&
    ids.every((id) => names.some((place) => meets(id, place))) &&
    names.every((place) => isRegion(place) || ids.includes(place))
  );
}
