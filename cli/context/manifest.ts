import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Manifest {
  readonly name?: string;
  readonly repository?: { readonly url: string };
}

/**
 * Reads the package's manifest. The manifest is in a folder above this file, both in the sources and in the build. An
 * executable contains the manifest.
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
