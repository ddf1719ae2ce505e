/** @typedef {{ numbers: [number, number, number], prerelease: string }} Version */

/**
 * Reads the first version in a text such as `v3.259.0`, `go1.26.8` or `pulumi 3.270.0-alpha.1`.
 * A missing patch number counts as zero, because Go leaves it out (`go1.25`).
 * @param {string} text
 * @returns {Version | undefined}
 */
export function parseVersion(text) {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?/.exec(text);
  if (!found) return undefined;
  return {
    numbers: [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)],
    prerelease: found[4] ?? "",
  };
}

/**
 * Is `actual` the version `floor` or a newer one? A text without a version is never recent enough.
 * A pre-release of the floor itself is older than the floor.
 * @param {string} actual
 * @param {string} floor
 */
export function isAtLeast(actual, floor) {
  const a = parseVersion(actual);
  const b = parseVersion(floor);
  if (!a || !b) return false;
  for (const i of /** @type {const} */ ([0, 1, 2])) {
    if (a.numbers[i] !== b.numbers[i]) return a.numbers[i] > b.numbers[i];
  }
  return a.prerelease === "" || b.prerelease !== "";
}
