import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { messageOf } from "../../provider/values/errors";
import { isRecord } from "../../provider/values/values";
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
  /** The address of the project's own backend. Absent if the file does not name it. */
  readonly backend: string | undefined;
}

export const projectFiles: readonly string[] = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** Finds the project of the folder as Pulumi does. Returns `undefined` without a project. */
export async function projectAt(cwd: string): Promise<Attempt<ProjectFile> | undefined> {
  const file = fileAbove(resolve(cwd));
  if (file === undefined) return undefined;
  try {
    const { parse } = await import("yaml");
    const content = parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>> | null;
    const { name, runtime, backend } = content ?? {};
    if (typeof name !== "string" || name === "") return { error: `${file} has no name` };
    const options = isRecord(runtime) && isRecord(runtime.options) ? runtime.options : {};
    const language = isRecord(runtime) ? runtime.name : runtime;
    if (typeof language !== "string") return { error: `${file} has no runtime` };
    const virtualenv = typeof options.virtualenv === "string" ? options.virtualenv : undefined;
    const url = isRecord(backend) && typeof backend.url === "string" ? backend.url : undefined;
    return { value: { file, folder: dirname(file), name, runtime: language, virtualenv, backend: url } };
  } catch (error) {
    return { error: `${file} cannot be read: ${sentenceOf(messageOf(error).split("\n")[0] ?? "")}` };
  }
}

function fileAbove(folder: string): string | undefined {
  const file = projectFiles.map((name) => join(folder, name)).find(isFile);
  if (file !== undefined || folder === dirname(folder)) return file;
  return fileAbove(dirname(folder));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
