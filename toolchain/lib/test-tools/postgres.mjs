import { existsSync, lstatSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { readIfThere } from "../files.mjs";

/** @typedef {{ source: string, target: string }} Link */

/**
 * Returns the links between PostgreSQL's libraries. An npm package cannot contain links, and the package's install script would
 * make them.
 * @param {string} folder folder of the package
 * @returns {readonly Link[]} relative to the folder
 */
const linksOf = (folder) => JSON.parse(readIfThere(path.join(folder, "native", "pg-symlinks.json")) ?? "[]");

/** @param {string} folder folder of the package */
export const hasLinks = (folder) => linksOf(folder).every(({ target }) => existsSync(path.join(folder, target)));

/** @param {string} folder folder of the package */
export function makeLinks(folder) {
  for (const { source, target } of linksOf(folder)) {
    const link = path.join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link);
    symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
}
