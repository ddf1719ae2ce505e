import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A file of the page: the same files lie in the sources and in the build. An executable has them inside. */
export function readPageFile(name: string): string {
  return readFileSync(join(__dirname, "browser", name), "utf8");
}
