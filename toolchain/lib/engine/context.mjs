import { podwrightCacheFolder, repositoryFolder, toolchainFolder } from "../places.mjs";
import { createProgress } from "../progress.mjs";

/**
 * All that finding an engine touches of the machine, so that tests can stand in for each of it.
 * @typedef {object} Context
 * @property {NodeJS.ProcessEnv} env
 * @property {NodeJS.Platform} platform
 * @property {string} arch
 * @property {string} cacheFolder Podwright's own
 * @property {string} toolchainFolder
 * @property {string} repositoryFolder
 * @property {import("../commands.mjs").RunCommand} run
 * @property {typeof globalThis.fetch} fetch
 * @property {import("../progress.mjs").Progress} progress
 * @property {AbortSignal} signal
 */

/**
 * @param {AbortSignal} signal
 * @returns {Context}
 */
export function thisMachine(signal) {
  return {
    env: process.env,
    platform: process.platform,
    arch: process.arch,
    cacheFolder: podwrightCacheFolder(),
    toolchainFolder,
    repositoryFolder,
    // Loaded when it is first needed: an engine that is there is found without starting anything.
    run: async (...call) => (await import("../commands.mjs")).runCommand(...call),
    fetch: (...call) => globalThis.fetch(...call),
    progress: createProgress(process.stderr),
    signal,
  };
}
