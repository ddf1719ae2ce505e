import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PastRun } from "../../provider/ownership/history";
import { folderOf, type HistoryPlace, storedStates } from "../../provider/ownership/past-states";
import type { Deployment, StateResource } from "./state";

/** Returns whether the run was restricted to some resources. Such a run shows nothing about the other resources. */
export function isPartial({ environment = {} }: PastRun): boolean {
  return ["target", "target-replace", "exclude"].some((flag) => `pulumi.flag.${flag}` in environment);
}

/** Returns the resources of the state after a past run, by the position of the run in `pulumi stack history`. */
export type RecordedStates = (index: number) => Promise<readonly StateResource[]>;

/** Returns the old states that a file backend keeps. Returns `undefined` for other backends. */
export async function recordedStates(place: HistoryPlace): Promise<RecordedStates | undefined> {
  const stored = await storedStates(place);
  return stored && (async (index) => ((await stored(index)) as Deployment | undefined)?.resources ?? []);
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
