import { lstatSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";

/**
 * Returns whether a path leaves a folder, directly or through a symbolic link. Parts of the path need not exist. `folder` is a real
 * path.
 */
export function leavesFolder(folder: string, path: string): boolean {
  let place = folder;
  for (const part of relative(folder, path).split(sep)) {
    if (part === ".." || isAbsolute(part)) return true;
    place = join(place, part);
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found === undefined) return false;
    if (!found.isSymbolicLink()) continue;
    const target = targetOf(place);
    if (target !== folder && !target?.startsWith(`${folder}${sep}`)) return true;
    place = target ?? place;
  }
  return false;
}

/** Returns `undefined` for a link to nothing. A write through such a link creates the target. */
function targetOf(link: string): string | undefined {
  try {
    return realpathSync(link);
  } catch {
    return undefined;
  }
}
