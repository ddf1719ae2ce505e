import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the text of a file of the page. The folder `browser` is beside this file in the sources, in the build and in an
 * executable.
 */
export function readPageFile(name: string): string {
  return readFileSync(join(__dirname, "browser", name), "utf8");
}
