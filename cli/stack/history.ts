import { readdir, readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import type { PastRun } from "../../provider/ownership/history";
import type { Deployment, StateResource } from "./state";

/** Returns whether the run was restricted to some resources. Such a run shows nothing about the other resources. */
export function isPartial({ environment = {} }: PastRun): boolean {
  return ["target", "target-replace", "exclude"].some((flag) => `pulumi.flag.${flag}` in environment);
}

/** The place where a backend keeps the history of a stack. */
export interface HistoryPlace {
  /** Address of the backend, as `pulumi whoami` prints it. */
  readonly backend: string;
  /** Folder in which a relative path of `backend` begins. */
  readonly cwd: string;
  readonly project: string;
  readonly stack: string;
}

/** Returns the resources of the state after a past run, by the position of the run in `pulumi stack history`. */
export type RecordedStates = (index: number) => Promise<readonly StateResource[]>;

/**
 * Returns the old states in a file backend, which keeps them beside its history. Pulumi exports old states only from
 * its own service. Returns `undefined` for other backends.
 */
export async function recordedStates(place: HistoryPlace): Promise<RecordedStates | undefined> {
  const root = folderOf(place);
  if (root === undefined) return undefined;
  const folder = join(root, ".pulumi/history", place.project, place.stack);
  const files = await readdir(folder).catch(() => []);
  const states = files.filter((name) => /\.checkpoint\.json(\.gz|\.zst)?$/.test(name)).sort();
  return async (index) => {
    const name = states.at(-1 - index);
    return name === undefined ? [] : await resourcesIn(join(folder, name));
  };
}

/** Returns whether the stack has a lock of a running or killed run. `undefined` for a backend without lock files. */
export async function isLocked(place: HistoryPlace): Promise<boolean | undefined> {
  const root = folderOf(place);
  if (root === undefined) return undefined;
  const folder = join(root, ".pulumi/locks/organization", place.project, place.stack);
  return (await readdir(folder).catch(() => [])).length > 0;
}

/**
 * Finds files that a killed run of Pulumi left empty in a file backend. These files only describe other files. But as
 * long as such a file is empty, Pulumi cannot read any state and reports `EOF`.
 */
export async function emptyAttributes(place: Pick<HistoryPlace, "backend" | "cwd">): Promise<readonly string[]> {
  const root = folderOf(place);
  if (root === undefined) return [];
  const names = await readdir(join(root, ".pulumi"), { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith(".attrs")).map((name) => join(root, ".pulumi", name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file).catch(() => undefined))?.size));
  return files.filter((_, index) => sizes[index] === 0).sort();
}

/**
 * Returns the address of a backend for another folder. A relative path becomes absolute. A tilde stays, because Pulumi
 * may have found another home folder than Node.
 */
export function absoluteBackend(place: Pick<HistoryPlace, "backend" | "cwd">): string {
  const folder = place.backend.startsWith("file://~") ? undefined : folderOf(place);
  return folder === undefined
    ? place.backend
    : place.backend.replace(/^file:\/\/[^?]*/, () => `file://${encodeURI(folder)}`);
}

function folderOf({ backend, cwd }: Pick<HistoryPlace, "backend" | "cwd">): string | undefined {
  const [, path] = /^file:\/\/([^?]*)/.exec(backend) ?? [];
  if (path === undefined) return undefined;
  return path.startsWith("~") ? join(homedir(), path.slice(1)) : resolve(cwd, decodeURIComponent(path));
}

async function resourcesIn(file: string): Promise<readonly StateResource[]> {
  const content = await readFile(file);
  const open = file.endsWith(".gz") ? gunzipSync : file.endsWith(".zst") ? zstdDecompressSync : undefined;
  const { checkpoint } = JSON.parse((open?.(content) ?? content).toString("utf8")) as Checkpoint;
  return checkpoint?.latest?.resources ?? [];
}

interface Checkpoint {
  readonly checkpoint?: { readonly latest?: Deployment | null };
}
