import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** In an archive, the schema is beside the program. In a working copy, the schema is at the root of the repository. */
export function readSchema(folder: string): string {
  const beside = join(folder, "schema.json");
  return readFileSync(existsSync(beside) ? beside : join(folder, "../..", "schema.json"), "utf8");
}
