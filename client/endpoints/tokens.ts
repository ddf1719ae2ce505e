/*
 * GraphQL writes pools and places as one text with commas, REST as lists. In neither is the order known to mean
 * anything, and the platform may answer another one than it was given.
 */

export function tokensOf(text: string): string[] {
  return text
    .split(",")
    .map((token) => token.trim())
    .filter((token) => token !== "");
}

export function sameTokens(a: string, b: string): boolean {
  const sorted = (text: string) => JSON.stringify([...new Set(tokensOf(text))].sort());
  return sorted(a) === sorted(b);
}

/** The two letters by which GraphQL knows a region (contract section 13.2); data centers have longer names. */
export function isRegion(token: string): boolean {
  return /^[A-Za-z]{2}$/.test(token);
}

/** A data center's name holds its region's code: `US-KS-2` lies in `US`, `EU-CZ-1` in `CZ`. */
export function liesIn(dataCenter: string, region: string): boolean {
  return new RegExp(`^(?:EUR?-)?${region}-`, "i").test(dataCenter);
}

/**
 * Whether two texts name the same places, where either may name a region and the other its data centers. A region may
 * have none, so one of several need not show; where the other names regions itself, each of them does.
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
