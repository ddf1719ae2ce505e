import { realpathSync } from "node:fs";
import path from "node:path";
import { readIfThere, writeWhole } from "../files.mjs";
import { executableName, recipeHash } from "../go.mjs";
import { findExecutable, searchPath } from "../machine.mjs";
import { isAtLeast } from "../versions.mjs";
import { ENGINE_FLOOR, ENGINE_VERSION, missingParts, programs } from "./parts.mjs";

/** @typedef {import("../machine.mjs").Machine} Machine */
/** @typedef {{ folder: string, problem?: undefined } | { folder?: undefined, problem: string }} Outcome */

/** Variable with a folder that the user chose. Podwright uses this folder or fails, and never ignores it. */
export const FOLDER_VARIABLE = "PODWRIGHT_ENGINE_DIR";
/** File that marks a complete engine. It is written last, after the engine has run once. */
const READY = "ready.json";

/**
 * Returns the folder of an existing engine. Does not download or build.
 * @param {Machine} machine
 * @returns {Promise<Outcome>}
 */
export async function findEngine(machine) {
  const named = machine.env[FOLDER_VARIABLE];
  if (named) {
    const outcome = await inspect(path.resolve(named), [], machine);
    if (outcome.folder !== undefined) return outcome;
    throw new Error(
      `${FOLDER_VARIABLE} names ${named}, which cannot be used: ${outcome.problem}. Correct it or unset it.`,
    );
  }
  const cached = [installedFolder(machine), builtFolder(machine)].find(
    (folder) => folder !== undefined && readIfThere(path.join(folder, READY)) !== undefined,
  );
  const onPath = await engineOnPath(machine);
  return onPath.folder === undefined && cached !== undefined ? { folder: cached } : onPath;
}

/**
 * @param {Machine} machine
 * @returns {Promise<Outcome>}
 */
async function engineOnPath(machine) {
  const folders = searchPath(machine.env);
  const pulumi = findExecutable(executableName("pulumi", machine.platform), folders);
  if (!pulumi) return { problem: "not found" };
  const first = await inspect(path.dirname(pulumi), folders, machine);
  // An installer may put only a link to `pulumi` on the search path. The language hosts are then next to the real file.
  const real = path.dirname(realpathSync(pulumi));
  return first.folder !== undefined || real === path.dirname(pulumi) ? first : await inspect(real, folders, machine);
}

/**
 * @param {string} folder
 * @param {readonly string[]} alsoIn
 * @param {Machine} machine
 * @returns {Promise<Outcome>}
 */
async function inspect(folder, alsoIn, { platform, cacheFolder, run, env, signal }) {
  const missing = missingParts(folder, alsoIn, platform);
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

/** Returns the folder for the official installer's engine, in the version of the installed SDK. @param {Machine} machine */
export function installedFolder({ repositoryFolder, cacheFolder, platform, arch }) {
  const manifest = readIfThere(path.join(repositoryFolder, "node_modules", "@pulumi", "pulumi", "package.json"));
  if (manifest === undefined) return undefined;
  return path.join(cacheFolder, "engine", `installed-${JSON.parse(manifest).version}-${platform}-${arch}`, "bin");
}

/** @param {Machine} machine */
export function builtFolder(machine) {
  return path.join(machine.cacheFolder, "engine", `${ENGINE_VERSION}-${recipeHash(machine, programs)}`);
}

/**
 * Marks an engine as complete if it runs.
 * @param {string} folder
 * @param {Machine} machine
 * @returns {Promise<string>} why the engine does not run, or an empty text
 */
export async function markReady(folder, machine) {
  const { problem = "" } = await inspect(folder, [], machine);
  if (problem === "") writeWhole(path.join(folder, READY), "{}");
  return problem && `the new engine does not run: ${problem}`;
}
