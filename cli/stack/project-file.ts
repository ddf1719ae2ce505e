import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { messageOf } from "../../kernel/plain-text";
import { isRecord } from "../../kernel/values";
import { type Attempt, sentenceOf } from "../context/attempt";

/** The file of a Pulumi project. */
export interface ProjectFile {
  /** The path of the file. */
  readonly file: string;
  /** Folder of the file. */
  readonly folder: string;
  readonly name: string;
  /** Runtime of the program, such as `nodejs`, `python`, `go` or `yaml`. */
  readonly runtime: string;
  /** Present only for a Python program. */
  readonly virtualenv: string | undefined;
  /** The tool that manages a Python program's packages, such as `uv`. Absent if the file does not name it. */
  readonly toolchain: string | undefined;
  /** The folder of the stacks' settings files. */
  readonly settings: string;
  /** The address of the project's own backend. Absent if the file does not name it. */
  readonly backend: string | undefined;
  /** The file or folder of a local provider plugin, as the project writes it. Absent if the file does not name it. */
  readonly localPlugin: string | undefined;
}

/** Returns whether a folder exists at the path. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

export function noFolder(path: string): string {
  return `there is no folder ${path}: set --cwd to the folder that contains Pulumi.yaml`;
}

export const projectFiles: readonly string[] = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** Finds the project of the folder as Pulumi does. Returns `undefined` without a project. */
export async function projectAt(cwd: string): Promise<Attempt<ProjectFile> | undefined> {
  const file = fileAbove(resolve(cwd));
  if (file === undefined) return undefined;
  try {
    const { parse } = await import("yaml");
    const content = parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>> | null;
    const { name, runtime, backend, stackConfigDir, plugins } = content ?? {};
    if (typeof name !== "string" || name === "") return { error: `${file} has no name` };
    const options = isRecord(runtime) && isRecord(runtime.options) ? runtime.options : {};
    const language = isRecord(runtime) ? runtime.name : runtime;
    if (typeof language !== "string") return { error: `${file} has no runtime` };
    const folder = dirname(file);
    return {
      value: {
        file,
        folder,
        name,
        runtime: language,
        virtualenv: textOf(options.virtualenv),
        toolchain: textOf(options.toolchain),
        settings: resolve(folder, textOf(stackConfigDir) ?? "."),
        backend: isRecord(backend) ? textOf(backend.url) : undefined,
        localPlugin: localPluginIn(plugins),
      },
    };
  } catch (error) {
    return { error: `${file} cannot be read: ${sentenceOf(messageOf(error).split("\n")[0] ?? "")}` };
  }
}

/** Returns the path of `plugins.providers` for Podwright, with which Pulumi uses a local plugin. */
function localPluginIn(plugins: unknown): string | undefined {
  const providers: readonly unknown[] = isRecord(plugins) && Array.isArray(plugins.providers) ? plugins.providers : [];
  return textOf(providers.filter(isRecord).find(({ name }) => name === "podwright")?.path);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function fileAbove(folder: string): string | undefined {
  const file = projectFiles.map((name) => join(folder, name)).find(isFile);
  if (file !== undefined || folder === dirname(folder)) return file;
  return fileAbove(dirname(folder));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
