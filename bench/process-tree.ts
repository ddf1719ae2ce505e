import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds between two reads of the memory. */
const everyMs = 50;

interface Process {
  readonly parent: number;
  readonly name: string;
  /** Current memory in kilobytes, and the largest memory since the start of the process. */
  readonly now: number;
  readonly peak: number;
}

export interface Usage {
  /** Largest memory that all processes need at the same moment, in megabytes. */
  readonly all: number;
  /** Largest memory of a process with this name, in megabytes. */
  readonly largest: number;
  /** Seconds of processor time of all processes. Other programs on the machine do not change it much. */
  readonly processor: number;
}

/** Runs the work, and measures the child processes of this process and their children meanwhile. Works only on Linux. */
export async function usageDuring(name: string, work: () => Promise<void>): Promise<Usage> {
  let [all, largest] = [0, 0];
  const before = processorOfChildren();
  const reading = setInterval(() => {
    const children = descendantsOf(process.pid, processes());
    all = Math.max(
      all,
      children.reduce((sum, { now }) => sum + now, 0),
    );
    largest = Math.max(largest, ...children.filter((one) => one.name.startsWith(name)).map(({ peak }) => peak));
  }, everyMs);
  try {
    await work();
  } finally {
    clearInterval(reading);
  }
  return { all: all / 1024, largest: largest / 1024, processor: processorOfChildren() - before };
}

/**
 * Runs the work, and returns the seconds of processor time of the new processes whose names begin with `name`. Works only on Linux, and
 * misses the last hundredth of a second of each process.
 */
export async function processorOfNew(name: string, work: () => Promise<unknown>): Promise<number> {
  const old = new Set(pids());
  const spent = new Map<number, number>();
  const reading = setInterval(() => {
    for (const pid of pids()) {
      if (old.has(pid) || processAt(pid)?.name.startsWith(name) !== true) continue;
      spent.set(pid, unlessEnded(() => processorOf(pid)) ?? spent.get(pid) ?? 0);
    }
  }, 10);
  try {
    await work();
  } finally {
    clearInterval(reading);
  }
  return [...spent.values()].reduce((sum, one) => sum + one, 0);
}

/** Returns the seconds of this process's ended children and of their ended children. */
export function processorOfChildren(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").replace(/.*\) /, "").split(" ");
  const ticksInSecond = 100;
  return (Number(fields[13]) + Number(fields[14])) / ticksInSecond;
}

/** Returns the seconds of a process so far, including the kernel's time for it. */
export function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  // Linux reports the times in hundredths of a second, whatever the rate of its timer.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function processes(): ReadonlyMap<number, Process> {
  return new Map(
    pids().flatMap((pid) => {
      const found = processAt(pid);
      return found === undefined ? [] : [[pid, found] as const];
    }),
  );
}

function pids(): number[] {
  const entries = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  return entries.map(Number);
}

/** Returns `undefined` if the process has just ended. */
export function processAt(pid: number): Process | undefined {
  return unlessEnded(() => {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1] ?? "0";
    const [now, peak] = [Number(field("VmRSS")), Number(field("VmHWM"))];
    return { parent: Number(field("PPid")), name: field("Name"), now, peak };
  });
}

/** Reads a file of a process. Returns `undefined` if the process has ended. */
function unlessEnded<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function descendantsOf(root: number, all: ReadonlyMap<number, Process>): readonly Process[] {
  const isBelow = (parent: number): boolean =>
    parent === root || (all.has(parent) && isBelow(all.get(parent)?.parent ?? 0));
  return [...all.values()].filter(({ parent }) => isBelow(parent));
}
