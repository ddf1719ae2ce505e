import { link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 250;
/**
 * Longest time for a takeover in milliseconds. A takeover takes two file operations, so an older takeover belongs to a
 * process that died between the two.
 */
const TAKEOVER_MS = 10_000;

/**
 * Runs `work` while no other process on this machine holds the lock. The lock is a file with the process's id. If that process is
 * dead, the next process takes over the lock.
 * @template T
 * @param {string} file
 * @param {{ signal: AbortSignal, onWait?: (pid: number) => void }} options
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, { signal, onWait }, work) {
  await mkdir(path.dirname(file), { recursive: true }).catch((error) => {
    throw new Error(
      `Podwright cannot create ${path.dirname(file)} (${error.code}): set XDG_CACHE_HOME to a folder that you can write to.`,
    );
  });
  const mine = `${file}.${process.pid}.${performance.now()}`;
  await writeFile(mine, String(process.pid));
  try {
    let reported = false;
    while (!(await acquire(file, mine))) {
      signal.throwIfAborted();
      const holder = await holderOf(file);
      if (holder !== undefined && !reported) onWait?.(holder);
      reported ||= holder !== undefined;
      await sleep(POLL_MS, undefined, { signal });
    }
  } finally {
    await rm(mine, { force: true });
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** @param {string} file @param {string} mine */
async function acquire(file, mine) {
  if (await linked(mine, file)) return true;
  const holder = await holderOf(file);
  if (holder === undefined || isAlive(holder)) return false;
  // Several processes may see the dead holder. Only one of them may replace the lock, and it checks the holder again first.
  const takeover = `${file}.takeover`;
  if (!(await linked(mine, takeover))) {
    const age = Date.now() - (await stat(takeover).then(({ ctimeMs }) => ctimeMs, Date.now));
    if (age > TAKEOVER_MS) await rm(takeover, { force: true });
    return false;
  }
  try {
    if ((await holderOf(file)) !== holder) return false;
    await rename(mine, file);
    return true;
  } finally {
    await rm(takeover, { force: true });
  }
}

/** Creates the link only if the name does not exist. @param {string} from @param {string} to */
async function linked(from, to) {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/** @param {string} file */
async function holderOf(file) {
  const text = await readFile(file, "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw new Error(`Podwright cannot read the lock ${file} (${error.code}): delete it, then run the command again.`);
  });
  return text === "" ? undefined : Number(text);
}

/** Returns whether a process of this machine runs. @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
