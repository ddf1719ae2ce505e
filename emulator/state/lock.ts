import { readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { reasonOf, StateFileError } from "./file";

/** How often the owner touches the lock, and the age of a lock without an owner. */
const touchMs = 5_000;
const staleMs = 3 * touchMs;

/** Files that emulators of this process hold. */
const ours = new Set<string>();

/**
 * Makes this process the only writer of a state file, by a lock file beside it, and resolves with the function that
 * unlocks it. A killed owner does not block others: its process is gone, or, on another host, its lock file becomes stale.
 */
export async function lockState(path: string): Promise<() => Promise<void>> {
  const lock = `${resolve(path)}.lock`;
  const owner = JSON.stringify({ pid: process.pid, host: hostname() });
  for (;;) {
    const held = await claim(lock, owner, path);
    if (held === undefined) break;
    if (await isAlive(lock, held)) throw inUse(path, held);
    await removeStale(lock, held, path);
  }
  ours.add(lock);
  const timer = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => undefined), touchMs).unref();
  return async () => {
    clearInterval(timer);
    ours.delete(lock);
    await rm(lock, { force: true });
  };
}

/** Creates the lock; returns the content of a lock that exists already. */
async function claim(lock: string, owner: string, path: string): Promise<string | undefined> {
  try {
    await writeFile(lock, owner, { flag: "wx", mode: 0o600 });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST"))
      throw new StateFileError(`the emulator cannot write ${path}, so it stores nothing: ${reasonOf(error)}`);
  }
  // The lock was removed in the meantime.
  return await readFile(lock, "utf8").catch(() => "");
}

async function isAlive(lock: string, held: string): Promise<boolean> {
  const { pid, host } = ownerIn(held);
  // Systems reuse process ids; a restarted container has the same ids again.
  if (host === hostname() && (pid === process.pid ? !ours.has(lock) : !isRunning(pid))) return false;
  const age = await stat(lock).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  return age < staleMs;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user runs too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Removes a stale lock by renaming it, which only one process can do. Restores a lock that is new by then. */
async function removeStale(lock: string, held: string, path: string): Promise<void> {
  const aside = `${lock}.${process.pid}`;
  await rename(lock, aside).catch(() => undefined);
  const taken = await readFile(aside, "utf8").catch(() => held);
  if (taken !== held) {
    await rename(aside, lock);
    throw inUse(path, taken);
  }
  await rm(aside, { force: true });
}

function inUse(path: string, held: string): StateFileError {
  const { pid, host } = ownerIn(held);
  const owner = host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
  return new StateFileError(`another emulator (${owner}) uses ${path}: stop that emulator, or choose another file`);
}

/** An unreadable lock has no owner, because an owner writes its lock in one step. */
function ownerIn(held: string): { readonly pid: number; readonly host: string } {
  try {
    const { pid, host } = JSON.parse(held) as Record<string, unknown>;
    if (typeof pid === "number" && typeof host === "string") return { pid, host };
  } catch {
    // Not JSON.
  }
  return { pid: 0, host: "" };
}
