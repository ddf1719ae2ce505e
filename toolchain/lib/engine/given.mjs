import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { readIfThere, writeWhole } from "../files.mjs";
import { findExecutable, searchPath } from "../lookup.mjs";
import { isAtLeast } from "../versions.mjs";
import { isReady } from "./kept.mjs";
import { ENGINE_FLOOR, engineParts, engineVersion, missingParts } from "./parts.mjs";

/** Engines that the machine already has. */

/** @typedef {{ folder: string, problem?: undefined } | { folder?: undefined, problem: string }} Outcome */

export const FOLDER_VARIABLE = "PODWRIGHT_ENGINE_DIR";

/**
 * The folder that the user named. It is used or refused, never passed over in silence.
 * @param {import("./context.mjs").Context} context
 */
export async function namedEngine(context) {
  const named = context.env[FOLDER_VARIABLE];
  if (!named) return undefined;
  const folder = path.resolve(named);
  const { problem } = await check(folder, [], context);
  if (!problem) return folder;
  throw new Error(
    `${FOLDER_VARIABLE} names ${folder}, which cannot be used: ${problem}. Correct the variable or unset it.`,
  );
}

/**
 * @param {import("./context.mjs").Context} context
 * @returns {Promise<Outcome>}
 */
export async function engineOnPath(context) {
  const folders = searchPath(context.env);
  const pulumi = findExecutable(engineParts(context.platform).pulumi, folders);
  if (!pulumi) return { problem: "not found" };
  // An installer may put only a link to `pulumi` on the search path; its companions lie beside the real file.
  const candidates = [...new Set([path.dirname(pulumi), path.dirname(realpathSync(pulumi))])];
  let problem = "";
  for (const folder of candidates) {
    const outcome = await check(folder, folders, context);
    if (!outcome.problem) return outcome;
    problem ||= outcome.problem;
  }
  return { problem };
}

/**
 * @param {string} folder
 * @param {string[]} alsoIn
 * @param {import("./context.mjs").Context} context
 * @returns {Promise<Outcome>}
 */
async function check(folder, alsoIn, context) {
  if (isReady(folder, context)) return { folder };
  const missing = missingParts(folder, alsoIn, context.platform);
  if (missing.length > 0) return { problem: `${folder} lacks ${missing.join(", ")}` };
  const { version, problem } = await knownVersion(folder, context);
  if (problem) return { problem };
  if (!isAtLeast(version, ENGINE_FLOOR)) {
    return {
      problem: `${folder} holds ${version || "an engine without a version"}, and ${ENGINE_FLOOR} or newer is needed`,
    };
  }
  return { folder };
}

/**
 * The version of an engine, remembered as long as its file stays the same: asking costs more than all the rest.
 * @param {string} folder
 * @param {import("./context.mjs").Context} context
 */
async function knownVersion(folder, context) {
  const file = realpathSync(path.join(folder, engineParts(context.platform).pulumi));
  const { size, mtimeMs } = statSync(file);
  const identity = `${file} ${size} ${mtimeMs}`;
  const memory = path.join(context.cacheFolder, "engine", "seen.json");
  try {
    const seen = JSON.parse(readIfThere(memory) ?? "{}");
    if (seen.identity === identity) return { version: String(seen.version), problem: "" };
  } catch {
    // A memory that cannot be read is none.
  }
  const answer = await engineVersion(folder, context);
  if (!answer.problem) rememberQuietly(memory, { identity, version: answer.version });
  return answer;
}

/** @param {string} memory @param {object} seen */
function rememberQuietly(memory, seen) {
  try {
    writeWhole(memory, JSON.stringify(seen));
  } catch {
    // Without a writable cache each call asks the engine again, which is slower and no less right.
  }
}
