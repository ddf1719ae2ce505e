import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A lock between processes that survives the death of its holder.
 *
 * It is a folder of numbered claims. Whoever creates the next number holds the lock; a claim is over when it says
 * so, when its process is gone, or when it has stopped beating. Claims are never reused and the newest one stays,
 * so two waiters that both see a dead holder cannot both follow it: only one can create the next number.
 */

/** @typedef {{ pid: number, host: string, released: boolean }} Claim */

/** How often a holder shows that it lives, and how long a waiter watches a silent one before it takes over. */
const BEAT_MS = 2_000;
const SILENCE_MS = 30_000;

/**
 * Runs `work` while holding the lock. `work` gets a signal that also ends when the lock was lost, which happens
 * only to a process that was suspended for longer than the silence allowed.
 * @template T
 * @param {string} folder
 * @param {{
 *   signal: AbortSignal,
 *   onWait?: (holder: Claim | undefined) => void,
 *   pollMs?: number, beatMs?: number, silenceMs?: number,
 * }} options
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, options, work) {
  const claim = await acquire(folder, options);
  const lost = new AbortController();
  const beat = setInterval(async () => {
    const now = new Date();
    await utimes(claim, now, now).catch(() =>
      lost.abort(new Error("Another process took over this work while this one was suspended; run the command again.")),
    );
  }, options.beatMs ?? BEAT_MS);
  try {
    return await work(AbortSignal.any([options.signal, lost.signal]));
  } finally {
    clearInterval(beat);
    if (!lost.signal.aborted) await writeFile(claim, text({ released: true }));
  }
}

/**
 * @param {string} folder
 * @param {Parameters<typeof withLock>[1]} options
 */
async function acquire(folder, { signal, onWait, pollMs = 250, silenceMs = SILENCE_MS }) {
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw new Error(`${folder} cannot be made (${error.code}): set XDG_CACHE_HOME to a folder that you can write to.`);
  });
  const watch = new SilenceWatch(silenceMs);
  let announced = false;
  for (;;) {
    signal.throwIfAborted();
    const newest = Math.max(0, ...(await claims(folder)));
    const holder = newest ? await read(claimFile(folder, newest)) : undefined;
    if (newest && !isOver(holder) && !(await watch.isSilent(claimFile(folder, newest)))) {
      if (!announced) onWait?.(holder);
      announced = true;
      await sleep(pollMs, undefined, { signal });
      continue;
    }
    const mine = claimFile(folder, newest + 1);
    if (!(await create(mine))) continue;
    const all = await claims(folder);
    // Too late by more than one turn: the number was free only because its successor had tidied it away.
    if (Math.max(...all) > newest + 1) {
      await rm(mine, { force: true });
      continue;
    }
    await Promise.all(all.filter((n) => n <= newest).map((n) => rm(claimFile(folder, n), { force: true })));
    return mine;
  }
}

/** @param {string} folder */
async function claims(folder) {
  return (await readdir(folder)).map(Number).filter((n) => n > 0);
}

/** @param {string} folder @param {number} number */
function claimFile(folder, number) {
  return path.join(folder, String(number));
}

/** @param {string} file */
async function create(file) {
  try {
    await writeFile(file, text({ released: false }), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/** @param {{ released: boolean }} state */
function text({ released }) {
  return JSON.stringify({ pid: process.pid, host: os.hostname(), released });
}

/**
 * @param {string} file
 * @returns {Promise<Claim | undefined>} nothing for a claim that is just being written or tidied away
 */
async function read(file) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {Claim | undefined} claim */
function isOver(claim) {
  if (!claim) return false;
  return claim.released || (claim.host === os.hostname() && !isAlive(claim.pid));
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * Notices a claim whose file no longer changes: its process is gone though its number was given to another one, or
 * it ran on another host. Only time that the watcher itself was awake counts, so a laptop's sleep is not silence.
 */
class SilenceWatch {
  #silenceMs;
  #seen = "";
  #since = 0;

  /** @param {number} silenceMs */
  constructor(silenceMs) {
    this.#silenceMs = silenceMs;
  }

  /** @param {string} file */
  async isSilent(file) {
    const state = await stat(file).then(
      (found) => `${file} ${found.mtimeMs}`,
      () => "",
    );
    if (state !== this.#seen || state === "") {
      this.#seen = state;
      this.#since = performance.now();
    }
    return performance.now() - this.#since > this.#silenceMs;
  }
}
