export const oldestNode = "22.19.0";
/** Oldest engine that Podwright's tests cover. */
export const oldestEngine = "3.220.0";
/** Oldest Pulumi SDK for Node.js that the package allows. */
export const oldestNodeSdk = "3.216.0";

/** Throws an error if this version of Node cannot run the provider, because the HTTP client needs a newer version. */
export function requireNode(version: string = process.versions.node): void {
  if (isAtLeast(version, oldestNode)) return;
  throw sentence(
    `Podwright needs Node ${oldestNode.replace(/\.0$/, "")} or newer, but the first "node" on the PATH is ${version}: put a newer Node first on the PATH`,
  );
}

/**
 * Makes an error that Pulumi prints without a JavaScript stack. Pulumi prints the stack of an error without this mark.
 * Pulumi's dynamic host prints the stack of every error.
 */
function sentence(text: string): Error {
  const error = Object.assign(new Error(text), { __pulumiRunError: true });
  error.stack = text;
  error.toString = () => "podwright";
  return error;
}

/** Tells whether a version is the floor or newer. It compares only the three numbers. */
export function isAtLeast(version: string, floor: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(floor)];
  const different = a.findIndex((number, index) => number !== b[index]);
  return different === -1 || (a[different] ?? 0) > (b[different] ?? 0);
}

function numbersOf(version: string): number[] {
  const [, ...numbers] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return [0, 1, 2].map((index) => Number(numbers[index] ?? 0));
}
