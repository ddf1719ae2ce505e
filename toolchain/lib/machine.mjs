import { accessSync, constants, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolderOfRun } from "./temporary.mjs";
import { isAtLeast } from "./versions.mjs";

export const toolchainFolder = fileURLToPath(new URL("..", import.meta.url));
export const repositoryFolder = path.dirname(path.resolve(toolchainFolder));

/** Oldest Node that can run these scripts. */
const NODE_FOR_SETUP = "20.3.0";

/**
 * Everything on the machine that the set-up uses, so that tests can replace each part.
 * @typedef {object} Machine
 * @property {NodeJS.ProcessEnv} env
 * @property {NodeJS.Platform} platform
 * @property {string} arch
 * @property {string} cacheFolder Podwright's own cache folder
 * @property {string} repositoryFolder
 * @property {import("./commands.mjs").RunCommand} run
 * @property {typeof globalThis.fetch} fetch
 * @property {(text: string) => void} say
 * @property {AbortSignal} signal
 */

/**
 * @param {AbortSignal} [signal]
 * @returns {Machine}
 */
export function thisMachine(signal = new AbortController().signal) {
  return {
    env: process.env,
    platform: process.platform,
    arch: process.arch,
    cacheFolder: path.join(userCacheFolder(), "podwright"),
    repositoryFolder,
    // Loads the module on first use, because these scripts find a cached engine without starting a process.
    run: async (...call) => (await import("./commands.mjs")).runCommand(...call),
    fetch: (...call) => globalThis.fetch(...call),
    say: (text) => process.stderr.write(`${text}\n`),
    signal,
  };
}

/**
 * Runs the main function of a script. An error becomes one sentence on stderr. An interruption stops child processes, releases locks
 * and sets the usual exit code. Temporary files of the script and of its child processes do not outlive it.
 * @param {(machine: Machine) => Promise<void>} work
 */
export async function main(work) {
  const interrupt = new AbortController();
  /** @type {NodeJS.Signals | undefined} */
  let received;
  for (const name of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(name, () => {
      received = name;
      interrupt.abort(new Error("Interrupted; the next run continues from here."));
    });
  }
  const { variables, remove } = temporaryFolderOfRun();
  Object.assign(process.env, variables);
  try {
    requireNode();
    await work(thisMachine(interrupt.signal));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = received ? 128 + os.constants.signals[received] : 1;
  } finally {
    remove();
  }
}

/** @param {string} [version] */
export function requireNode(version = process.versions.node) {
  if (isAtLeast(version, NODE_FOR_SETUP)) return;
  throw new Error(
    `Podwright needs Node.js ${NODE_FOR_SETUP} or newer, and this is ${version}. Install a current Node.js from https://nodejs.org and run the command again.`,
  );
}

/**
 * Returns the cache folder, whose files Podwright can make again, by the rules of each operating system. Ignores a
 * relative XDG_CACHE_HOME, as its specification requires.
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

/** @param {NodeJS.ProcessEnv} env */
export function searchPath(env) {
  return (env.PATH ?? env.Path ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Returns the file that a shell would run for `name`.
 * @param {string} name
 * @param {readonly string[]} folders
 */
export function findExecutable(name, folders) {
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

/**
 * Returns the environment with the folders first on its search path. On Windows, the variable keeps its letter case.
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} first
 * @param {readonly string[]} [without] folders to leave out
 */
export function withSearchPath(env, first, without = []) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const rest = (env[name] ?? "").split(path.delimiter).filter((folder) => folder && !without.includes(folder));
  return { ...env, [name]: [...first, ...rest].join(path.delimiter) };
}
