import path from "node:path";
import { readIfThere, writeWhole } from "../files.mjs";
import { isExecutable } from "../lookup.mjs";
import { goOnThisMachine } from "./go.mjs";
import { engineVersion, missingParts } from "./parts.mjs";
import { goHost, goHostRecipe, recipeName } from "./recipe.mjs";

/**
 * Engines that Podwright keeps in the user's cache. One counts as ready only after it was started once: the mark
 * that says so is the last thing written to its folder.
 */

const MARK = "ready.json";

/** Says which recipe the Go language host was made by. */
const GO_HOST_MARK = "go-host.recipe";

/**
 * Where the official installer puts the engine that matches the installed SDK; nothing while there is no SDK.
 * @param {import("./context.mjs").Context} context
 */
export function installedRoot({ repositoryFolder, cacheFolder, platform, arch }) {
  const manifest = readIfThere(path.join(repositoryFolder, "node_modules", "@pulumi", "pulumi", "package.json"));
  if (manifest === undefined) return undefined;
  return path.join(cacheFolder, "engine", `installed-${JSON.parse(manifest).version}-${platform}-${arch}`);
}

/** @param {import("./context.mjs").Context} context */
export function builtFolder(context) {
  return path.join(context.cacheFolder, "engine", recipeName(context));
}

/**
 * @param {import("./context.mjs").Context} context
 * @returns {string | undefined}
 */
export function keptEngine(context) {
  const installed = installedRoot(context);
  const folders = [...(installed ? [path.join(installed, "bin")] : []), builtFolder(context)];
  return folders.find((folder) => isReady(folder, context));
}

/**
 * @param {string} folder
 * @param {import("./context.mjs").Context} context
 */
export function isReady(folder, { platform }) {
  return readIfThere(path.join(folder, MARK)) !== undefined && missingParts(folder, [], platform).length === 0;
}

/**
 * @param {string} folder
 * @param {import("./context.mjs").Context} context
 * @returns {Promise<string>} what is wrong with the folder, or nothing when it is ready now
 */
export async function makeReady(folder, context) {
  const missing = missingParts(folder, [], context.platform);
  if (missing.length > 0) return `${folder} lacks ${missing.join(", ")}`;
  const { version, problem } = await engineVersion(folder, context);
  if (problem) return problem;
  writeWhole(path.join(folder, MARK), JSON.stringify({ version }));
  return "";
}

/**
 * Is this an engine of ours that could have the host for programs in Go and has not, or has another recipe's?
 * @param {string} folder
 * @param {import("./context.mjs").Context} context
 */
export function lacksGoHost(folder, context) {
  return folder === builtFolder(context) && !hasGoHost(folder, context) && goOnThisMachine(context) !== undefined;
}

/**
 * @param {string} folder
 * @param {import("./context.mjs").Context} context
 */
export function hasGoHost(folder, context) {
  const { part } = goHost(context.platform);
  return (
    isExecutable(path.join(folder, part)) && readIfThere(path.join(folder, GO_HOST_MARK)) === goHostRecipe(context)
  );
}

/**
 * @param {string} folder
 * @param {import("./context.mjs").Context} context
 */
export function markGoHost(folder, context) {
  writeWhole(path.join(folder, GO_HOST_MARK), goHostRecipe(context));
}
