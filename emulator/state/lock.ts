import { readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { reasonOf, StateFileError } from "./file";

/** How often the owner shows that it lives, and after how long without that nobody does, ms. */
const beat = 5_000;
const lifeless = 3 * beat;

/** Files that emulators of this process hold. */
const ours = new Set<string>();

/**
 * Makes this process the only one that writes the file, by a file beside it; resolves with what gives it back. An owner
 * that was killed blocks nobody: its process is gone, or, on another host that shares the folder, it shows no life.
 */
export async function lockState(path: string): Promise<() => Promise<void>> {
  const lock = `${resolve(path)}.lock`;
  const owner = JSON.stringify({ pid: process.pid, host: hostname() });
  for (;;) {
    const held = await claim(lock, owner, path);
    if (held === undefined) break;
    if (await isAlive(lock, held)) throw inUse(path, held);
    await takeAway(lock, held, path);
  }
  ours.add(lock);
  const timer = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => undefined), beat).unref();
  return async () => {
    clearInterval(timer);
    ours.delete(lock);
    await rm(lock, { force: true });
  };
}

/** What another one wrote into the lock; nothing when it is ours now. */
async function claim(lock: string, owner: string, path: string): Promise<string | undefined> {
  try {
    await writeFile(lock, owner, { flag: "wx", mode: 0o600 });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST"))
      throw new StateFileError(`${path} cannot be written, so nothing is kept: ${reasonOf(error)}`);
  }
  // Gone meanwhile: nobody's.
  return await readFile(lock, "utf8").catch(() => "");
}

async function isAlive(lock: string, held: string): Promise<boolean> {
  const { pid, host } = ownerIn(held);
  // A process number is given again, after a restart of a container always the same.
  if (host === hostname() && (pid === process.pid ? !ours.has(lock) : !isRunning(pid))) return false;
  const age = await stat(lock).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  return age < lifeless;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else's runs, too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** By renaming it, which only one can do; a lock that another one has made meanwhile is put back. */
async function takeAway(lock: string, held: string, path: string): Promise<void> {
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
  return new StateFileError(`${path} is kept by another emulator (${owner}): stop that one, or take another file`);
}

/** Half-written is nobody's: whoever writes it does so in one go. */
function ownerIn(held: string): { readonly pid: number; readonly host: string } {
  try {
    const { pid, host } = JSON.parse(held) as Record<string, unknown>;
    if (typeof pid === "number" && typeof host === "string") return { pid, host };
  } catch {
    // Said below.
  }
  return { pid: 0, host: "" };
}
