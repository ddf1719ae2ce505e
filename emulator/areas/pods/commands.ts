import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Platform } from "../../platform/platform";
import { commandOf } from "../../records/command";
import { write } from "../../records/log";
import type { Pod } from "../../records/pod";
import { scriptFor } from "../../scripts/pod-scripts";

/** A command that gets SIGTERM has this long before SIGKILL. A process of the machine does not follow platform time. */
const graceMs = 2_000;

const processes = new WeakMap<Pod, ChildProcess>();
/** API keys that RunPod gives to containers. A reset repeats ids, and a process may outlive its pod, so no key follows from the id. */
const keys = new WeakMap<Pod, string>();
const folders = new WeakMap<Platform, string>();

/** Returns the pod to whose container the key belongs. */
export function podOfKey({ pods }: Platform, key: string): Pod | undefined {
  return [...pods.values()].find((pod) => keys.get(pod) === key);
}

function keyOf(pod: Pod): string {
  const key = keys.get(pod) ?? `pod-key-${randomUUID()}`;
  keys.set(pod, key);
  return key;
}

/** Whether the emulator runs the pod's command. Without an entrypoint, only the image knows the command. */
export function hasCommand({ settings }: Platform, { args }: Pod): boolean {
  return settings.runCommands && commandOf(args).entrypoint.length > 0;
}

/**
 * Runs the command of a pod's container as a process of this machine, and calls `ended` after its end. The image does not
 * count: the process has a folder of its own and the machine's programs, and a folder stands for the network volume.
 */
export function runCommand(platform: Platform, pod: Pod, ended: () => void): void {
  const { entrypoint, cmd } = commandOf(pod.args);
  const [program = "", ...first] = entrypoint;
  const folder = folderOf(platform, "pods", pod.id);
  const mounted = inFolder(platform, pod);
  const child = spawn(mounted(program), [...first, ...scripted(platform, pod, cmd)].map(mounted), {
    cwd: folder,
    // A group of its own, so that a stop reaches the children of the command.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: folder,
      ...Object.fromEntries(Object.entries(pod.env).map(([name, value]) => [name, mounted(value)])),
      RUNPOD_POD_ID: pod.id,
      RUNPOD_API_KEY: keyOf(pod),
      RUNPOD_DC_ID: pod.dataCenterId,
    },
  });
  processes.set(pod, child);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      write(platform, pod, "container", line);
      platform.clock.wake();
    });
  }
  child.on("error", (error) => write(platform, pod, "system", `cannot start the command: ${error.message}`));
  // The last lines of the output arrive before `close`.
  child.on("close", () => {
    if (processes.get(pod) === child) ended();
    platform.clock.wake();
  });
}

/** A script replaces the program that a shell starts with `sh -c LINES NAME PROGRAM`. */
function scripted({ scripts }: Platform, pod: Pod, cmd: readonly string[]): readonly string[] {
  const { outcome, exitCode = 0, afterMs = 0 } = scriptFor(scripts, pod) ?? {};
  return outcome === "exit" ? ["/bin/sh", "-c", `sleep ${afterMs / 1_000}; exit ${exitCode}`] : cmd;
}

/** Ends the command of a pod that no longer runs. */
export function endCommand(pod: Pod): void {
  const child = processes.get(pod);
  processes.delete(pod);
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  signal(child, "SIGTERM");
  setTimeout(() => signal(child, "SIGKILL"), graceMs).unref();
}

/** Ends all commands at once, and removes their folders. */
export function endAllCommands(platform: Platform): void {
  for (const pod of platform.pods.values()) {
    const child = processes.get(pod);
    processes.delete(pod);
    if (child !== undefined) signal(child, "SIGKILL");
  }
  const folder = folders.get(platform);
  folders.delete(platform);
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // The group has ended.
  }
}

/** Replaces the path of the mount by the folder that stands for the volume. */
function inFolder(platform: Platform, { mounts }: Pod): (text: string) => string {
  const mount = mounts.network?.[0];
  if (mount === undefined) return (text) => text;
  const folder = folderOf(platform, "volumes", mount.volumeId);
  return (text) => text.replaceAll(mount.path.replace(/\/$/, ""), folder);
}

function folderOf(platform: Platform, kind: "pods" | "volumes", id: string): string {
  const root = folders.get(platform) ?? mkdtempSync(join(tmpdir(), "podwright-emulator-"));
  folders.set(platform, root);
  const folder = join(root, kind, id);
  mkdirSync(folder, { recursive: true });
  return folder;
}
