import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The package's version. Read from its manifest, which lies above this file in the sources and in the build. */
export function version(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = read(join(folder, "package.json"));
    if (manifest?.name === "podwright") return manifest.version ?? "unknown";
  }
  return "unknown";
}

function read(path: string): { name?: string; version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
