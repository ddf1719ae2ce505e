/*
 * Reads stacks from the files of a file backend. Each command of Pulumi takes a process that starts for longer than it
 * reads. Every function returns `undefined` for a form that it does not know, and the caller then asks Pulumi. The forms
 * are those of `pkg/backend/diy` in Pulumi's source: the layout with projects, and checkpoints of version 3.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { isRecord, type Values } from "../../kernel/values";
import { homeFolder, homeOfAccount } from "../../provider/machine/user-folders";
import type { PastRun } from "../../provider/ownership/history";
import { folderOf } from "../../provider/ownership/past-states";
import type { ProjectFile } from "./project-file";

/** A stack in the folder of a file backend. */
export interface StoredStack {
  /** The folder `.pulumi` of the backend. */
  readonly root: string;
  readonly project: string;
  readonly stack: string;
}

/**
 * Returns the folder `.pulumi` of a file backend. A query may move the files, a relative path depends on the folder of
 * the command, and Pulumi may know another home folder than Node.
 */
export function storeOf(backend: string): string | undefined {
  const isHome = backend.startsWith("file://~") && homeFolder() === homeOfAccount();
  if (backend.includes("?") || !(isHome || backend.startsWith("file:///"))) return undefined;
  const folder = folderOf({ backend, cwd: "/" });
  return folder === undefined ? undefined : join(folder, ".pulumi");
}

/** Returns the state as `pulumi stack export` prints it. Secrets stay encrypted. */
export async function storedState(stored: StoredStack): Promise<string | undefined> {
  return await known(async () => {
    const file = await fileOf(stored);
    const { version, features, checkpoint } = (file && (await contentOf(file))) || {};
    if (version !== 3 || features !== undefined || !isRecord(checkpoint)) return undefined;
    const { latest = null } = checkpoint;
    return latest === null || isRecord(latest) ? JSON.stringify({ version, deployment: latest }) : undefined;
  });
}

/** Returns whether the stack has a state. */
export async function isStored(stored: StoredStack): Promise<boolean> {
  const found = await known(async () => {
    const file = await fileOf(stored);
    if (file !== undefined) await requireAttributes(file);
    return file;
  });
  return found !== undefined;
}

/** Returns the file with the state. */
async function fileOf(stored: StoredStack): Promise<string | undefined> {
  const { root, project, stack } = stored;
  if (!(await isKnown(stored))) return undefined;
  const folder = join(root, "stacks", project);
  // Pulumi takes the newest of several forms, so only one of them is certain.
  const forms = new Set(["", ".gz", ".zst"].map((ending) => `${stack}.json${ending}`));
  const [name, ...others] = (await readdir(folder)).filter((one) => forms.has(one));
  return name === undefined || others.length > 0 ? undefined : join(folder, name);
}

/** Returns every stack of the backend as `pulumi stack ls --all` lists it. */
export async function storedStacks(root: string): Promise<readonly StoredStack[] | undefined> {
  return await known(async () => {
    if (!(await hasProjects(root))) return undefined;
    const folder = join(root, "stacks");
    const stacks: StoredStack[] = [];
    for (const project of (await readdir(folder, { withFileTypes: true })).sort(byName)) {
      if (project.isFile()) continue;
      if (!project.isDirectory() || !isPlain(project.name)) return undefined;
      for (const entry of (await readdir(join(folder, project.name), { withFileTypes: true })).sort(byName)) {
        const { name } = entry;
        // Pulumi reads the attributes of every file, and skips deeper folders.
        if (entry.isDirectory()) continue;
        const isEmpty = name.endsWith(".attrs") && (await stat(join(folder, project.name, name))).size === 0;
        if (!entry.isFile() || isEmpty) return undefined;
        if (!/\.(json|ya?ml)(\.gz|\.zst)?$/.test(name)) continue;
        const stack = name.replace(/\.json(\.gz|\.zst)?$/, "");
        // Pulumi would list a stack with two files twice.
        const isTwice = stacks.some((one) => one.project === project.name && one.stack === stack);
        if (stack === name || !isPlain(stack) || isTwice) return undefined;
        stacks.push({ root, project: project.name, stack });
      }
    }
    return stacks;
  });
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/** Returns the latest runs, newest first, as `pulumi stack history --json` prints them. */
export async function storedHistory(stored: StoredStack, length: number): Promise<readonly PastRun[] | undefined> {
  const { root, project, stack } = stored;
  return await known(async () => {
    if (!(await isKnown(stored))) return undefined;
    const folder = join(root, "history", project, stack);
    const isRun = (name: string) => /\.history\.json(\.gz|\.zst)?$/.test(name);
    // Pulumi sorts by the names, too.
    const names = (await readdir(folder)).filter(isRun).sort().reverse().slice(0, length);
    const runs = await Promise.all(names.map(async (name) => runIn(await contentOf(join(folder, name)))));
    return runs.every((run) => run !== undefined) ? runs : undefined;
  });
}

/**
 * Returns whether the configuration of the stack certainly has no key of Podwright and imports no environment. The
 * files of the project and of the stack are then all of the configuration.
 */
export async function isWithoutSettings({ file, settings, name }: ProjectFile, stack: string): Promise<boolean> {
  const { parse } = await import("yaml");
  const own = join(settings, `Pulumi.${stack}${extname(file)}`);
  const found = await known(async () => {
    if (!isPlain(stack) || name === "podwright") return undefined;
    const project = parse(await readFile(file, "utf8")) as Values;
    const text = await readFile(own, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "{}";
      throw error;
    });
    const values: unknown = parse(text) ?? {};
    const hasKnownKeys = isRecord(values) && Object.keys(values).every((key) => settingsKeys.has(key));
    if (!hasKnownKeys || project.config !== undefined) return undefined;
    const { config = {} } = values;
    return isRecord(config ?? {}) && !Object.keys(config ?? {}).some((key) => key.startsWith("podwright:"));
  });
  return found === true;
}

/** Keys of a stack's settings file. Others, such as `environment`, add to the configuration. */
const settingsKeys: ReadonlySet<string> = new Set(["config", "encryptionsalt", "encryptedkey", "secretsprovider"]);

/** Names that Pulumi writes unchanged into a path. */
function isPlain(name: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(name);
}

/** Returns whether the stack's files are where this module looks for them. */
async function isKnown({ root, project, stack }: StoredStack): Promise<boolean> {
  return isPlain(project) && isPlain(stack) && (await hasProjects(root));
}

/** Returns whether the backend has the layout in which each project has a folder. */
async function hasProjects(root: string): Promise<boolean> {
  const { parse } = await import("yaml");
  const meta: unknown = parse((await bytesOf(join(root, "meta.yaml"))).toString("utf8"));
  return isRecord(meta) && meta.version === 1;
}

function runIn(run: Values | undefined): PastRun | undefined {
  const { version = 0, kind, startTime, endTime, result, resourceChanges, environment } = run ?? {};
  const areNumbers = typeof startTime === "number" && typeof version === "number";
  if (!areNumbers || typeof kind !== "string" || typeof result !== "string") return undefined;
  const began = { version, kind, startTime: timeOf(startTime), result };
  const during = { ...began, ...(isRecord(environment) && { environment: environment as Record<string, string> }) };
  if (result === "in-progress") return during;
  if (typeof endTime !== "number") return undefined;
  const changes = isRecord(resourceChanges) ? (resourceChanges as Record<string, number>) : {};
  return { ...during, endTime: timeOf(endTime), resourceChanges: changes };
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

async function contentOf(file: string): Promise<Values | undefined> {
  const bytes = await bytesOf(file);
  // Pulumi recognises the compression by the content, too.
  const start = bytes.subarray(0, 4).toString("hex");
  const open = start.startsWith("1f8b") ? gunzipSync : start === "28b52ffd" ? zstdDecompressSync : undefined;
  const content: unknown = JSON.parse((open?.(bytes) ?? bytes).toString("utf8"));
  return isRecord(content) ? content : undefined;
}

async function bytesOf(file: string): Promise<Buffer> {
  await requireAttributes(file);
  return await readFile(file);
}

/** Throws if a killed run has left the attributes of the file empty. Pulumi then explains that it cannot read the state. */
async function requireAttributes(file: string): Promise<void> {
  const attributes = await known(() => stat(`${file}.attrs`));
  if (attributes?.size === 0) throw new Error(`${file}.attrs is empty`);
}

async function known<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    // Pulumi reads it again, and explains the error.
    return undefined;
  }
}
