import { existsSync, lstatSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { readIfThere } from "../files.mjs";

/** @typedef {{ source: string, target: string }} Link */

/**
 * The links between PostgreSQL's libraries, which an npm package cannot hold. The package's install script would make them.
 * @param {string} folder the package's
 * @returns {readonly Link[]} relative to the folder
 */
const linksOf = (folder) => JSON.parse(readIfThere(path.join(folder, "native", "pg-symlinks.json")) ?? "[]");

/** @param {string} folder the package's */
export const hasLinks = (folder) => linksOf(folder).every(({ target }) => existsSync(path.join(folder, target)));

/** @param {string} folder the package's */
export function makeLinks(folder) {
  for (const { source, target } of linksOf(folder)) {
    const link = path.join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link);
    symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
}
