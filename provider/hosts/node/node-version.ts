const oldest = [22, 19] as const;

export const oldestNode = `${oldest.join(".")}.0`;

/** Throws one sentence when this Node cannot run the provider: its HTTP client needs a newer one. */
export function requireNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw sentence(
    `Podwright needs Node ${oldest.join(".")} or newer, and the "node" that Pulumi found on the PATH is ${version}: put a newer one first on the PATH`,
  );
}

/** Pulumi shows the stack of an error that ends a program, unless it bears this mark; its dynamic host always does. */
function sentence(text: string): Error {
  const error = Object.assign(new Error(text), { __pulumiRunError: true });
  error.stack = text;
  error.toString = () => "podwright";
  return error;
}
