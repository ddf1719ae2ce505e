/**
 * Returns whether the first version in a text, such as `v3.259.0`, `go1.26` or `pulumi 3.270.0-alpha.1`, is at least
 * `floor`. A missing patch number counts as zero. A text without a version is too old. A pre-release is older than its
 * release.
 * @param {string} text
 * @param {string} floor
 */
export function isAtLeast(text, floor) {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?(-)?/.exec(text);
  if (!found) return false;
  const wanted = floor.split(".").map(Number);
  for (const [index, least] of wanted.entries()) {
    const number = Number(found[index + 1] ?? 0);
    if (number !== least) return number > least;
  }
  return found[4] === undefined;
}
