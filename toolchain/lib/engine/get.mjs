import { withLock } from "../lock.mjs";
import { buildEngine } from "./build.mjs";
import { FOLDER_VARIABLE } from "./given.mjs";
import { goFloor } from "./go.mjs";
import { installEngine } from "./installer.mjs";
import { builtFolder, keptEngine } from "./kept.mjs";
import { ENGINE_FLOOR } from "./parts.mjs";

/** @typedef {import("./find.mjs").Failure} Failure */

/**
 * Gets an engine while every other process that wants one waits for this one.
 * @param {import("./context.mjs").Context} context
 * @param {Failure} failure why none was found
 * @returns {Promise<string>}
 */
export function getEngine(context, failure) {
  const options = {
    signal: context.signal,
    onWait: (/** @type {import("../lock.mjs").Claim | undefined} */ holder) =>
      context.progress.say(
        `Another process${holder ? ` (${holder.pid})` : ""} is preparing the Pulumi engine; waiting for it.`,
      ),
  };
  return withLock(`${builtFolder(context)}.lock`, options, async (signal) => {
    // Whoever held the lock before may have finished the work.
    return keptEngine(context) ?? (await tryRoutes({ ...context, signal }, failure));
  });
}

/**
 * @param {import("./context.mjs").Context} context
 * @param {Failure} first
 */
async function tryRoutes(context, first) {
  const failures = [first];
  for (const [route, attempt] of /** @type {const} */ ([
    ["the official installer", installEngine],
    ["a build from Go modules", buildEngine],
  ])) {
    const outcome = await attempt(context);
    if (outcome.folder) return outcome.folder;
    const problem = outcome.problem ?? "";
    failures.push({ route, problem });
    context.progress.say(`No engine from ${route}: ${problem.split("\n")[0]}`);
  }
  throw new Error(everyRouteFailed(failures, goFloor(context.toolchainFolder)));
}

/**
 * @param {Failure[]} failures
 * @param {string} goVersion
 */
export function everyRouteFailed(failures, goVersion) {
  const indent = (/** @type {string} */ text) => text.trim().replaceAll("\n", "\n      ");
  return [
    "There is no Pulumi engine on this machine, and none could be got. Tried, in this order:",
    ...failures.map(({ route, problem }, i) => `  ${i + 1}. ${route}: ${indent(problem)}`),
    "Any one of these puts it right; then run the command again:",
    `  - install Pulumi ${ENGINE_FLOOR} or newer: https://www.pulumi.com/docs/install/`,
    `  - install Go ${goVersion} or newer (https://go.dev/dl/) and let it reach a Go module proxy`,
    `  - set ${FOLDER_VARIABLE} to a folder that holds pulumi and its language hosts`,
  ].join("\n");
}
