import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes a small file so that readers meet the old text or the new one, never a part.
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
 * @param {string} file
 * @returns {string | undefined} nothing when there is no such file
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
 * One hash over files, their names and the borders between them.
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
