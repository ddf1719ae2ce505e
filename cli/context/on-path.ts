import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Whether the PATH has a program of this name. */
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
