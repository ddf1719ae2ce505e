import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The schema lies beside the program in an archive, and at the root in a working copy. */
export function readSchema(folder: string): string {
  const beside = join(folder, "schema.json");
  return readFileSync(existsSync(beside) ? beside : join(folder, "../../..", "schema.json"), "utf8");
}
