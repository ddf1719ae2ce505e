import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the top folder of the repository or of the submodule that contains a folder. */
export function rootOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  return folder === dirname(folder) ? undefined : rootOf(dirname(folder));
}
