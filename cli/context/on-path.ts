import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns whether a folder of the PATH contains this program. */
export function isOnPath(program: string, path = process.env.PATH ?? ""): boolean {
  return path.split(delimiter).some((folder) => folder !== "" && isExecutable(join(folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
