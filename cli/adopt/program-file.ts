import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isRecord } from "../../kernel/values";
import { writeNewFile } from "../stack/new-file";
import type { ProjectFile } from "../stack/project-file";
import type { Declared } from "./declared";
import { type Language, languages } from "./language";

export interface WrittenProgram {
  readonly file: string;
  /** True if Pulumi runs this file. Otherwise the user adds the file to the existing program. */
  readonly isMain: boolean;
  /** Tells the user how to use the second file. */
  readonly use: string;
}

/**
 * Writes the declarations into the project. It replaces nothing: if the project has a program, the declarations get a
 * file of their own. Only a project in YAML gets more entries in its file, because Pulumi reads no second file.
 */
export async function writeProgram(project: ProjectFile, declared: readonly Declared[]): Promise<WrittenProgram> {
  const language = languages[project.runtime] as Language;
  const hasOther = await hasOtherMain(project, language);
  if (project.runtime === "yaml") {
    const { addToProject } = await import("./yaml-project.js");
    if (!hasOther && (await addToProject(project.file, declared))) return { file: project.file, isMain: true, use: "" };
  } else if (!hasOther) {
    const main = join(project.folder, language.main);
    if (await isWritten(main, await language.write(declared))) return { file: main, isMain: true, use: "" };
  }
  for (let count = 1; ; count++) {
    const number = count === 1 ? "" : String(count);
    const file = join(project.folder, language.beside(number));
    if (await isWritten(file, await language.write(declared, number)))
      return { file, isMain: false, use: language.use(number) };
  }
}

/** Returns the names that a program in YAML gives to resources, variables and configuration. */
export async function programNames({ runtime, file }: ProjectFile): Promise<ReadonlySet<string>> {
  if (runtime !== "yaml") return new Set();
  return (await import("./yaml-project.js")).namesIn(await readFile(file, "utf8"));
}

/** Creates the file. An interrupted run may have created it with the same text. */
async function isWritten(file: string, text: string): Promise<boolean> {
  return (await writeNewFile(file, text)) || (await readFile(file, "utf8").catch(() => "")) === text;
}

/** Returns whether Pulumi runs another file than the language's usual one. */
async function hasOtherMain({ file, folder, runtime }: ProjectFile, { main, mains }: Language): Promise<boolean> {
  if ((await readdir(folder)).some((name) => name !== main && mains.test(name))) return true;
  const { parse } = await import("yaml");
  const project: unknown = parse(await readFile(file, "utf8"));
  const options = isRecord(project) && isRecord(project.runtime) ? project.runtime.options : undefined;
  const isElsewhere = isRecord(project) && project.main !== undefined && project.main !== ".";
  if (isElsewhere || (isRecord(options) && options.compiler !== undefined)) return true;
  const named = runtime === "nodejs" ? mainOfPackage(join(folder, "package.json")) : undefined;
  return named !== undefined && ![main, "index.js", "index"].includes(named.replace(/^\.\//, ""));
}

function mainOfPackage(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const { main } = JSON.parse(readFileSync(file, "utf8"));
    return typeof main === "string" && main !== "" && main !== "." ? main : undefined;
  } catch {
    return undefined;
  }
}
