import path from "node:path";
import { arePackagesFresh } from "../clone.mjs";
import { packagesIn, tools } from "./tools.mjs";

/** @typedef {import("../machine.mjs").Machine} Machine */
/** @typedef {import("./tools.mjs").TestTool} TestTool */

/**
 * Installs the tools, and reports each tool that it cannot install. Vitest skips the tests that need a missing tool.
 * @param {Machine} machine
 * @param {readonly TestTool[]} all
 */
export async function ensureTestTools(machine, all) {
  const isMissing = () => !arePackagesFresh(tools) || all.some((tool) => tool.find(machine) === undefined);
  if (!isMissing()) return;
  const { withLock } = await import("../lock.mjs");
  const lock = path.join(machine.cacheFolder, "test-tools.pid");
  const onWait = (/** @type {number} */ pid) =>
    machine.say(`Another process (${pid}) is installing the tests' tools; waiting for it. Lock: ${lock}`);
  await withLock(lock, { signal: machine.signal, onWait }, async () => {
    const missing = arePackagesFresh(tools) ? "" : await packagesIn(tools, machine);
    if (missing) machine.say(missing);
    // Go compiles while npm, pip and Maven wait for the network. Two builds at once would only slow each other down.
    const groups = [all.filter(({ isCompiled }) => isCompiled), all.filter(({ isCompiled }) => !isCompiled)];
    const outcomes = await Promise.allSettled(groups.map((group) => makeEach(group, machine)));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  });
}

/**
 * Makes the missing tools, one after another.
 * @param {readonly TestTool[]} tools
 * @param {Machine} machine
 */
async function makeEach(tools, machine) {
  for (const tool of tools) {
    const problem = tool.find(machine) === undefined ? await tool.make(machine) : "";
    if (problem) machine.say(`${tool.name} is not available on this machine: ${problem}\n${tool.advice}`);
  }
}
