import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns what the pattern captures in the nearest project file. */
export function inProjectFile(folder: string, pattern: RegExp): string | undefined {
  for (const name of ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"]) {
    try {
      return pattern.exec(readFileSync(join(folder, name), "utf8"))?.[1];
    } catch {
      // The project may be in another file or in a folder above.
    }
  }
  return folder === dirname(folder) ? undefined : inProjectFile(dirname(folder), pattern);
}
