import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes a small file in one step, so that readers see the old text or the new text and never a part of it.
 * @param {string} file
 * @param {string} text
 */
export function writeWhole(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.tmp`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}

/**
 * Reads a file.
 * @param {string} file
 * @returns {string | undefined} `undefined` if the file does not exist
 */
export function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** @param {string} text */
export function hashText(text) {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Returns one hash over the names and contents of files.
 * @param {string} folder
 * @param {string[]} names relative to the folder
 */
export function hashFiles(folder, names) {
  const hash = createHash("sha256");
  for (const name of [...names].sort()) {
    const content = readFileSync(path.join(folder, name));
    hash.update(`${name.replaceAll("\\", "/")}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * Returns the paths of all files in a folder and its subfolders, relative to the folder.
 * @param {string} folder
 */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/**
 * Writes `SHA256SUMS` for all files in a folder, for `sha256sum --check`. Returns the names of the files.
 * @param {string} folder
 */
export function writeChecksums(folder) {
  const sums = "SHA256SUMS";
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && entry.name !== sums);
  const names = files.map(({ name }) => name).sort();
  const sumOf = (/** @type {string} */ name) =>
    createHash("sha256")
      .update(readFileSync(path.join(folder, name)))
      .digest("hex");
  writeFileSync(path.join(folder, sums), names.map((name) => `${sumOf(name)}  ${name}\n`).join(""));
  return names;
}
