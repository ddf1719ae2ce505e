import { buildEngine } from "./build.mjs";
import { builtFolder, FOLDER_VARIABLE, findEngine } from "./find.mjs";
import { installEngine } from "./install.mjs";
import { ENGINE_FLOOR, programs } from "./parts.mjs";

/** @typedef {import("../machine.mjs").Machine} Machine */

/**
 * Returns the folder of an engine. If there is none, installs or builds it first. Other processes wait during this time.
 * @param {Machine} machine
 * @param {readonly import("../go.mjs").GoProgram[]} needed
 * @param {Promise<void>} packages the installation of the npm packages, during which Go may already build
 * @returns {Promise<string>}
 */
export async function ensureEngine(machine, needed = programs, packages = Promise.resolve()) {
  const found = await findEngine(machine, needed);
  if (found.folder !== undefined) return found.folder;
  const { withLock } = await import("../lock.mjs");
  const lock = `${builtFolder(machine)}.pid`;
  const onWait = (/** @type {number} */ pid) =>
    machine.say(`Another process (${pid}) is preparing the Pulumi engine; waiting for it. Lock: ${lock}`);
  return withLock(lock, { signal: machine.signal, onWait }, async () => {
    const again = await findEngine(machine, needed);
    if (again.folder !== undefined) return again.folder;
    const installed = await installEngine(machine, packages);
    if (installed.folder !== undefined) return installed.folder;
    machine.say(`The official installer failed: ${installed.problem.split("\n")[0]}`);
    const built = await buildEngine(machine, needed);
    if (built.folder !== undefined) return built.folder;
    const problems = [again.problem, installed.problem, built.problem].map((text) => text.replaceAll("\n", "\n     "));
    throw new Error(
      [
        "There is no Pulumi engine on this machine, and none could be installed. Tried, in this order:",
        `  1. pulumi on PATH: ${problems[0]}`,
        `  2. the official installer: ${problems[1]}`,
        `  3. a build from Go modules: ${problems[2]}`,
        "Do one of these, then run the command again:",
        `  - install Pulumi ${ENGINE_FLOOR} or newer: https://www.pulumi.com/docs/install/`,
        "  - install Go (https://go.dev/dl/) and let it reach a Go module proxy",
        `  - set ${FOLDER_VARIABLE} to a folder that contains pulumi and its language hosts`,
      ].join("\n"),
    );
  });
}
