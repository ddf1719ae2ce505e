import path from "node:path";
import { buildGoProgram, executableName, recipeHash } from "../go.mjs";
import { isExecutable } from "../machine.mjs";

/** @typedef {import("../machine.mjs").Machine} Machine */
/** @typedef {import("./tools.mjs").TestTool} TestTool */

/**
 * Returns a tool that is a program of a Go module, built into the cache folder.
 * @param {string} name
 * @param {string} module its folder, from toolchain/
 * @param {string} source
 * @returns {TestTool}
 */
export function goTool(name, module, source) {
  const program = { name: path.basename(source), module, package: source, ldflags: "-s -w" };
  const folderIn = (/** @type {Machine} */ machine) =>
    path.join(machine.cacheFolder, path.basename(module), recipeHash(machine, [program]));
  return {
    name,
    isCompiled: true,
    advice: "Tests that use it are skipped. To run them, install Go on a machine that can reach a Go module proxy.",
    find(machine) {
      const file = path.join(folderIn(machine), executableName(program.name, machine.platform));
      return isExecutable(file) ? file : undefined;
    },
    make: (machine) => buildGoProgram(machine, program, folderIn(machine)),
  };
}
