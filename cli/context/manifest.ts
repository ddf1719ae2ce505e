import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Manifest {
  readonly name?: string;
  readonly repository?: { readonly url: string };
}

/** The package's manifest, which lies above this file in the sources and in the build. An executable has it inside. */
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
