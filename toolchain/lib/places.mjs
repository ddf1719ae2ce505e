import { createHash } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const toolchainFolder = fileURLToPath(new URL("..", import.meta.url));
export const repositoryFolder = path.dirname(path.resolve(toolchainFolder));

/**
 * The folder where this user's programs keep what they can make again, by the rules of each platform.
 * A relative XDG_CACHE_HOME is ignored, as its specification demands.
 * @param {{ platform?: NodeJS.Platform, env?: NodeJS.ProcessEnv, home?: string }} [machine]
 */
export function userCacheFolder({ platform = process.platform, env = process.env, home = os.homedir() } = {}) {
  const join = platform === "win32" ? path.win32.join : path.posix.join;
  const xdg = env.XDG_CACHE_HOME;
  if (xdg && path.isAbsolute(xdg)) return xdg;
  if (platform === "win32") return env.LOCALAPPDATA || join(home, "AppData", "Local");
  if (platform === "darwin") return join(home, "Library", "Caches");
  return join(home, ".cache");
}

/** @param {Parameters<typeof userCacheFolder>[0]} [machine] */
export function podwrightCacheFolder(machine) {
  return path.join(userCacheFolder(machine), "podwright");
}

/**
 * Where the set-up of one clone keeps its lock: outside the clone, because `npm ci` empties node_modules
 * and nothing else in a work tree may be littered.
 * @param {string} cacheFolder
 * @param {string} clone
 */
export function setupLockFolder(cacheFolder, clone) {
  return path.join(cacheFolder, "setup", `${createHash("sha256").update(clone).digest("hex").slice(0, 16)}.lock`);
}
