export const oldestNode = "22.19.0";
/** The oldest engine that Podwright is known to work with. */
export const oldestEngine = "3.220.0";
/** The oldest SDK of Pulumi for Node programs: the package's own requirement. */
export const oldestNodeSdk = "3.216.0";

/** Throws one sentence when this Node cannot run the provider: its HTTP client needs a newer one. */
export function requireNode(version: string = process.versions.node): void {
  if (isAtLeast(version, oldestNode)) return;
  throw sentence(
    `Podwright needs Node ${oldestNode.replace(/\.0$/, "")} or newer, and the "node" that Pulumi found on the PATH is ${version}: put a newer one first on the PATH`,
  );
}

/** Pulumi shows the stack of an error that ends a program, unless it bears this mark; its dynamic host always does. */
function sentence(text: string): Error {
  const error = Object.assign(new Error(text), { __pulumiRunError: true });
  error.stack = text;
  error.toString = () => "podwright";
  return error;
}

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
