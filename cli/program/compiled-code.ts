import { lstatSync, mkdirSync, realpathSync, type Stats } from "node:fs";
import { enableCompileCache } from "node:module";
import { dirname, join } from "node:path";
import { homeFolder, userFolder } from "../../provider/machine/user-folders";
import type { Environment } from "../../provider/settings/settings";

interface User {
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  readonly home: string | undefined;
  /** Absent on Windows, where a user's folders are always private. */
  readonly uid: number | undefined;
}

/**
 * Keeps compiled code in a cache. Without the cache, V8 would compile the program's code at every command. Node runs any
 * code that it finds in the cache, and other users can write into its default folder. So the program uses a folder that
 * only the current user can change.
 */
export function keepCompiledCode(): void {
  const { env: environment, platform } = process;
  const folder = folderForCompiledCode({ environment, platform, home: homeFolder(), uid: process.geteuid?.() });
  if (folder !== undefined) enableCompileCache(folder);
}

/**
 * Returns the folder for compiled code, in the user's cache folder. Returns `undefined` if another user could change
 * its files.
 */
export function folderForCompiledCode({ environment, platform, home, uid }: User): string | undefined {
  const cache = userFolder("cache", { environment, platform, home });
  if (cache === undefined) return undefined;
  try {
    const folder = join(cache, "podwright", "compiled");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const real = realpathSync(folder);
    return uid === undefined || (!lstatSync(folder).isSymbolicLink() && isPrivate(real, uid)) ? real : undefined;
  } catch {
    // Without a writable home folder, there is no cache.
    return undefined;
  }
}

const OTHERS_READ_OR_WRITE = 0o077;
const OTHERS_WRITE = 0o022;
/** Mode bit of a folder in which other users may add files, but rename only their own files. */
const STICKY = 0o1000;

/** Tells whether the folder belongs only to this user, and no other user can replace it. */
function isPrivate(folder: string, uid: number): boolean {
  const { uid: owner, mode } = lstatSync(folder);
  if (owner !== uid || (mode & OTHERS_READ_OR_WRITE) !== 0) return false;
  return parentsOf(folder).every((parent) => isTrusted(lstatSync(parent), uid));
}

function isTrusted({ uid: owner, mode }: Stats, uid: number): boolean {
  return (owner === uid || owner === 0) && ((mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0);
}

function parentsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...parentsOf(parent)];
}
