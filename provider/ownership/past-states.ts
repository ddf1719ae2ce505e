import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { homeFolder } from "../machine/user-folders";

/** The place where a backend keeps the history of a stack. */
export interface HistoryPlace {
  /** Address of the backend, as `pulumi whoami` prints it. */
  readonly backend: string;
  /** Folder in which a relative path of `backend` begins. */
  readonly cwd: string;
  readonly project: string;
  readonly stack: string;
}

/** A state as a backend of files stores it. */
export type StoredDeployment = Readonly<Record<string, unknown>>;

/**
 * Returns the old states in a file backend, by the position of the run in `pulumi stack history`. The backend keeps them
 * beside its history, and Pulumi exports old states only from its own service. Returns `undefined` for other backends.
 */
export async function storedStates(
  place: HistoryPlace,
): Promise<((index: number) => Promise<StoredDeployment | undefined>) | undefined> {
  const root = folderOf(place);
  if (root === undefined) return undefined;
  const folder = join(root, ".pulumi/history", place.project, place.stack);
  const files = await readdir(folder).catch(() => []);
  const timeOf = (name: string) => /(\d+)\.checkpoint\.json(\.gz|\.zst)?$/.exec(name)?.[1];
  // The names begin with the stack's name at that time, so after a rename only the time sorts them.
  const states = files
    .flatMap((name) => {
      const time = timeOf(name);
      return time === undefined ? [] : [{ name, time }];
    })
    .toSorted((a, b) => a.time.localeCompare(b.time, "en", { numeric: true }))
    .map(({ name }) => name);
  return async (index) => {
    const name = states.at(-1 - index);
    return name === undefined ? undefined : await deploymentIn(join(folder, name));
  };
}

/** Returns the folder of a file backend, or `undefined` for another backend. */
export function folderOf({ backend, cwd }: Pick<HistoryPlace, "backend" | "cwd">): string | undefined {
  const [, path] = /^file:\/\/([^?]*)/.exec(backend) ?? [];
  if (path === undefined) return undefined;
  if (!path.startsWith("~")) return resolve(cwd, decodeURIComponent(path));
  const home = homeFolder();
  return home === undefined ? undefined : join(home, path.slice(1));
}

async function deploymentIn(file: string): Promise<StoredDeployment> {
  const content = await readFile(file);
  const open = file.endsWith(".gz") ? gunzipSync : file.endsWith(".zst") ? zstdDecompressSync : undefined;
  const { checkpoint } = JSON.parse((open?.(content) ?? content).toString("utf8")) as Checkpoint;
  return checkpoint?.latest ?? {};
}

interface Checkpoint {
  readonly checkpoint?: { readonly latest?: StoredDeployment | null };
}
