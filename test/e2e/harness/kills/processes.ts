import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { pluginCommands } from "../repository";

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly args: string;
}

/** A process's children and their descendants. */
export function descendantsOf(pid: number): RunningProcess[] {
  const all = existsSync("/proc/self/stat") ? processesInProc() : processesByPs();
  const childrenOf = (parent: number): RunningProcess[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...childrenOf(each.pid)]);
  return childrenOf(pid);
}

/** Reads `/proc` of Linux, because small systems have no `ps`. */
function processesInProc(): RunningProcess[] {
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      // The state and the parent follow the name, which may contain any character in its parentheses.
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const args = readFileSync(`/proc/${entry}/cmdline`, "utf8").replaceAll("\0", " ").trimEnd();
      return [{ pid: Number(entry), parent: Number(parent), args }];
    } catch {
      // The process has ended in the meantime.
      return [];
    }
  });
}

function processesByPs(): RunningProcess[] {
  return execFileSync("ps", ["-ww", "-eo", "pid=,ppid=,args="])
    .toString()
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((match) => (match ? [{ pid: Number(match[1]), parent: Number(match[2]), args: match[3] ?? "" }] : []));
}

/** The provider processes among an engine's processes, under either host: of this clone, or of an installed archive. */
export function providersAmong(family: readonly RunningProcess[]): number[] {
  const installed = /^\S*pulumi-resource-podwright|node\S* .*(dynamic-provider|resource-podwright-v[^/]*\/start)/;
  const own = pluginCommands.script.join(" ");
  return family.filter(({ args }) => args.includes(own) || installed.test(args)).map(({ pid }) => pid);
}

/**
 * Whether a process watches its standard input, which its engine keeps open. A dynamic provider does not watch it until
 * its first call loads Podwright's code. On systems without this information every process counts.
 */
export function watchesEngine(pid: number): boolean {
  if (!existsSync("/proc/self/fdinfo")) return true;
  try {
    const polls = readdirSync(`/proc/${pid}/fd`).filter((fd) =>
      readlinkSync(`/proc/${pid}/fd/${fd}`).endsWith("[eventpoll]"),
    );
    return polls.some((fd) => /^tfd:\s+0\s/m.test(readFileSync(`/proc/${pid}/fdinfo/${fd}`, "utf8")));
  } catch {
    // The process ended or closed a file in the meantime.
    return isAlive(pid);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export async function until(what: string, reached: () => boolean, patienceMs = 120_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!reached()) {
    if (Date.now() > deadline) throw new Error(`not reached within ${patienceMs} ms: ${what}`);
    await new Promise((resume) => setTimeout(resume, 20));
  }
}
