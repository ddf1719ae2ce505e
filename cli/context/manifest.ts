import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Manifest {
  readonly name?: string;
  readonly repository?: { readonly url: string };
}

/**
 * Reads the package's manifest. It is in a folder above this file, in the sources and in the build. An executable
 * contains it.
 */
export function manifest(): Manifest {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const found = read(join(folder, "package.json"));
    if (found?.name === "podwright") return found;
  }
  return {};
}

function read(path: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
