export const oldestNode = "22.19.0";
/** The oldest engine that Podwright surely works with. */
export const oldestEngine = "3.220.0";
/** The oldest SDK of Pulumi for Node programs: the package's own requirement. */
export const oldestNodeSdk = "3.216.0";

/** Throws one sentence if this Node cannot run the provider: the HTTP client needs a newer Node. */
export function requireNode(version: string = process.versions.node): void {
  if (isAtLeast(version, oldestNode)) return;
  throw sentence(
    `Podwright needs Node ${oldestNode.replace(/\.0$/, "")} or newer, and the "node" that Pulumi found on the PATH is ${version}: put a newer one first on the PATH`,
  );
}

/**
 * Pulumi shows the stack of an error that ends a program, unless the error bears this mark; its dynamic host always shows
 * it.
 */
function sentence(text: string): Error {
  const error = Object.assign(new Error(text), { __pulumiRunError: true });
  error.stack = text;
  error.toString = () => "podwright";
  return error;
}

/** Whether a version is at least the floor. Only the three numbers count. */
export function isAtLeast(version: string, floor: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(floor)];
  const different = a.findIndex((number, index) => number !== b[index]);
  return different === -1 || (a[different] ?? 0) > (b[different] ?? 0);
}

function numbersOf(version: string): number[] {
  const [, ...numbers] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return [0, 1, 2].map((index) => Number(numbers[index] ?? 0));
}
