/** The oldest engine that Podwright is known to work with. */
export const oldestEngine = "3.220.0";
/** The oldest SDK of Pulumi for Node programs: the package's own requirement. */
export const oldestNodeSdk = "3.216.0";

/** Whether a version is at least another one. Only the three numbers count. */
export function isAtLeast(version: string, floor: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(floor)];
  const different = a.findIndex((number, index) => number !== b[index]);
  return different === -1 || (a[different] ?? 0) > (b[different] ?? 0);
}

function numbersOf(version: string): number[] {
  const [, ...numbers] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return [0, 1, 2].map((index) => Number(numbers[index] ?? 0));
}
