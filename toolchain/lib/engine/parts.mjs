import path from "node:path";
import { findExecutable } from "../lookup.mjs";

/** The oldest engine that Podwright is known to work with. */
export const ENGINE_FLOOR = "3.220.0";

/**
 * The files that make an engine, as they are called on a platform: the command line, what runs programs in each
 * language, and what starts dynamic providers.
 * @param {NodeJS.Platform} platform
 */
export function engineParts(platform) {
  const windows = platform === "win32";
  const program = (/** @type {string} */ name) => (windows ? `${name}.exe` : name);
  return {
    pulumi: program("pulumi"),
    nodejsHost: program("pulumi-language-nodejs"),
    pythonHost: program("pulumi-language-python"),
    pythonExec: "pulumi-language-python-exec",
    yamlHost: program("pulumi-language-yaml"),
    dynamicLauncher: windows ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs",
  };
}

/**
 * The parts that an engine would not find: it looks beside itself first and then on the search path.
 * @param {string} folder
 * @param {string[]} alsoIn
 * @param {NodeJS.Platform} platform
 */
export function missingParts(folder, alsoIn, platform) {
  return Object.values(engineParts(platform)).filter((name) => !findExecutable(name, [folder, ...alsoIn]));
}

/**
 * Starts the engine of a folder to learn its version.
 * @param {string} folder
 * @param {import("./context.mjs").Context} context
 */
export async function engineVersion(folder, context) {
  const { ok, stdout, problem } = await context.run(
    path.join(folder, engineParts(context.platform).pulumi),
    ["version"],
    {
      env: { ...context.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
      timeoutMs: 30_000,
      signal: context.signal,
    },
  );
  return ok ? { version: stdout.trim(), problem: "" } : { version: "", problem };
}
