import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Reads a file of the package. In an archive, the file is in the program's folder. In a working copy, it is in the
 * root.
 */
function read(name: string, folder: string): string {
  const beside = join(folder, name);
  return readFileSync(existsSync(beside) ? beside : join(folder, "../../../..", name), "utf8");
}

export const readSchema = (folder: string) => read("schema.json", folder);

export function readVersion(folder: string): string {
  const { version } = JSON.parse(read("package.json", folder)) as { version: string };
  return version;
}
