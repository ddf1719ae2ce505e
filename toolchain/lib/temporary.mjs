import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { hashText } from "./files.mjs";
import { isAlive } from "./lock.mjs";

/** Distinguishes the machines that share a folder, because process ids are unique only on one machine. */
const machine = hashText(os.hostname()).slice(0, 2);

/** A folder of one run, with the machine and the process id. It is short, because the path of a socket has at most 104 bytes. */
const folderOfRun = /^pw-(\w\w)-(\d+)-\w+$/;

/**
 * Creates a folder for the temporary files of one run, and removes the folders of killed runs. Pulumi, its language hosts and the
 * tests leave files behind when they are killed. A run inside another run uses the folder of the outer run.
 * @returns {{ variables: NodeJS.ProcessEnv, remove: () => void }} the variables that name the folder
 */
export function temporaryFolderOfRun() {
  const shared = os.tmpdir();
  if (folderOfRun.test(path.basename(shared))) return { variables: {}, remove: () => undefined };
  for (const name of readdirSync(shared)) if (isAbandoned(name)) remove(path.join(shared, name));
  const folder = mkdtempSync(path.join(shared, `pw-${machine}-${process.pid}-`));
  // A program of another user, such as a database of the tests, reaches its own folder inside.
  chmodSync(folder, 0o711);
  return { variables: { TMPDIR: folder, TMP: folder, TEMP: folder }, remove: () => remove(folder) };
}

/** @param {string} name */
function isAbandoned(name) {
  const [, of, pid] = folderOfRun.exec(name) ?? [];
  return of === machine && !isAlive(Number(pid));
}

/**
 * Removes a folder as far as possible. A program that is about to end may use a file in the folder, and another user
 * may own the folder.
 * @param {string} folder
 */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // The next run tries again.
  }
}
