import { realpathSync } from "node:fs";
import path from "node:path";
import { readIfThere, writeWhole } from "../files.mjs";
import { executableName, recipeHash } from "../go.mjs";
import { findExecutable, isExecutable, searchPath } from "../machine.mjs";
import { isAtLeast } from "../versions.mjs";
import { ENGINE_FLOOR, ENGINE_VERSION, missingParts, programs } from "./parts.mjs";

/** @typedef {import("../machine.mjs").Machine} Machine */
/** @typedef {import("../go.mjs").GoProgram} GoProgram */
/** @typedef {{ folder: string, problem?: undefined } | { folder?: undefined, problem: string }} Outcome */

/** Variable with a folder that the user chose. Podwright uses this folder or fails, and never ignores it. */
export const FOLDER_VARIABLE = "PODWRIGHT_ENGINE_DIR";
/** File that marks an engine that has run once. */
const READY = "ready.json";

/**
 * Returns the folder of an existing engine. Does not download or build.
 * @param {Machine} machine
 * @param {readonly GoProgram[]} needed
 * @returns {Promise<Outcome>}
 */
export async function findEngine(machine, needed = programs) {
  const named = machine.env[FOLDER_VARIABLE];
  if (named) {
    const outcome = await inspect(path.resolve(named), [], machine, needed);
    if (outcome.folder !== undefined) return outcome;
    throw new Error(
      `${FOLDER_VARIABLE} names ${named}, which cannot be used: ${outcome.problem}. Correct it or unset it.`,
    );
  }
  const built = builtFolder(machine);
  const hasAll = needed.every(({ name }) => isExecutable(path.join(built, executableName(name, machine.platform))));
  const cached = [installedFolder(machine), hasAll ? built : undefined].find(
    (folder) => folder !== undefined && readIfThere(path.join(folder, READY)) !== undefined,
  );
  const onPath = await engineOnPath(machine, needed);
  return onPath.folder === undefined && cached !== undefined ? { folder: cached } : onPath;
}

/**
 * @param {Machine} machine
 * @param {readonly GoProgram[]} needed
 * @returns {Promise<Outcome>}
 */
async function engineOnPath(machine, needed) {
  const folders = searchPath(machine.env);
  const pulumi = findExecutable(executableName("pulumi", machine.platform), folders);
  if (!pulumi) return { problem: "not found" };
  const first = await inspect(path.dirname(pulumi), folders, machine, needed);
  // An installer may put only a link to `pulumi` on the search path. The language hosts are then next to the real file.
  const real = path.dirname(realpathSync(pulumi));
  return first.folder !== undefined || real === path.dirname(pulumi)
    ? first
    : await inspect(real, folders, machine, needed);
}

/**
 * @param {string} folder
 * @param {readonly string[]} alsoIn
 * @param {Machine} machine
 * @param {readonly GoProgram[]} needed
 * @returns {Promise<Outcome>}
 */
async function inspect(folder, alsoIn, { platform, cacheFolder, run, env, signal }, needed) {
  const missing = missingParts(folder, alsoIn, platform, needed);
  if (missing.length > 0) return { problem: `${folder} lacks ${missing.join(", ")}` };
  const options = {
    // Every Pulumi command writes a log into its home. Here it is not the user's home.
    env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true", PULUMI_HOME: path.join(cacheFolder, "pulumi") },
    timeoutMs: 30_000,
    signal,
  };
  const { ok, stdout, problem } = await run(
    path.join(folder, executableName("pulumi", platform)),
    ["version"],
    options,
  );
  if (!ok) return { problem };
  return isAtLeast(stdout, ENGINE_FLOOR)
    ? { folder }
    : { problem: `${folder} contains Pulumi ${stdout.trim()}, but Podwright needs ${ENGINE_FLOOR} or newer` };
}

/** Returns the folder for the official installer's engine, in the version of the SDK in the lock file. @param {Machine} machine */
export function installedFolder({ repositoryFolder, cacheFolder, platform, arch }) {
  const lock = JSON.parse(readIfThere(path.join(repositoryFolder, "package-lock.json")) ?? "{}");
  const version = lock.packages?.["node_modules/@pulumi/pulumi"]?.version;
  if (version === undefined) return undefined;
  return path.join(cacheFolder, "engine", `installed-${version}-${platform}-${arch}`, "bin");
}

/** @param {Machine} machine */
export function builtFolder(machine) {
  return path.join(machine.cacheFolder, "engine", `${ENGINE_VERSION}-${recipeHash(machine, programs)}`);
}

/**
 * Marks an engine as complete if it runs.
 * @param {string} folder
 * @param {Machine} machine
 * @param {readonly GoProgram[]} [needed]
 * @returns {Promise<string>} why the engine does not run, or an empty text
 */
export async function markReady(folder, machine, needed = programs) {
  const { problem = "" } = await inspect(folder, [], machine, needed);
  if (problem === "") writeWhole(path.join(folder, READY), "{}");
  return problem && `the new engine does not run: ${problem}`;
}
