import { readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { reasonOf, StateFileError } from "./file";

/** Milliseconds between two touches of the lock by its owner. A lock that is older than `staleMs` has no owner. */
const touchMs = 5_000;
const staleMs = 3 * touchMs;

/** Files that emulators in this process have locked. */
const ours = new Set<string>();

/**
 * Makes this process the only writer of a state file, by a lock file next to it. Resolves with a function that unlocks the
 * file. A killed owner does not block other processes, because its process is gone. If the owner ran on another host, its lock
 * file becomes stale.
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

/** Creates the lock. Returns the content of the lock if one already exists. */
async function claim(lock: string, owner: string, path: string): Promise<string | undefined> {
  try {
    await writeFile(lock, owner, { flag: "wx", mode: 0o600 });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST"))
      throw new StateFileError(`the emulator cannot write ${path}, so it stores nothing: ${reasonOf(error)}`);
  }
  // A failed read means that the owner has removed the lock in the meantime.
  return await readFile(lock, "utf8").catch(() => "");
}

async function isAlive(lock: string, held: string): Promise<boolean> {
  const { pid, host } = ownerIn(held);
  // Operating systems reuse process ids, and a restarted container even gets the same ids again.
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
    // EPERM means that the process runs and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Removes a stale lock by renaming it, which only one process can do. If the renamed lock turns out to be new, restores it. */
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

/** Reads the owner of a lock. An unreadable lock has no owner, because an owner writes its lock in one step. */
function ownerIn(held: string): { readonly pid: number; readonly host: string } {
  try {
    const { pid, host } = JSON.parse(held) as Record<string, unknown>;
    if (typeof pid === "number" && typeof host === "string") return { pid, host };
  } catch {
    // The content is not JSON.
  }
  return { pid: 0, host: "" };
}
