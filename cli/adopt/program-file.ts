import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProjectFile } from "../stack/project-file";
import type { Declared } from "./declared";
import { type Language, languages } from "./language";

export interface WrittenProgram {
  readonly file: string;
  /** True if Pulumi runs this file. Otherwise the user imports the file into the existing program. */
  readonly isMain: boolean;
  /** Tells the user how to use the second file. */
  readonly use: string;
}

/** Writes the declarations into the project. It never overwrites a program. */
export async function writeProgram(project: ProjectFile, declared: readonly Declared[]): Promise<WrittenProgram> {
  const language = languages[project.runtime] as Language;
  const main = join(project.folder, language.main);
  if (project.runtime === "yaml") {
    await addToYaml(project.file, await language.write(declared, true));
    return { file: project.file, isMain: true, use: language.use };
  }
  const isMain = !existsSync(main) || isEmpty(await readFile(main, "utf8"), language);
  const file = isMain ? main : join(project.folder, language.beside);
  await writeFile(file, await language.write(declared, isMain), { flag: isMain ? "w" : "wx" });
  return { file, isMain, use: language.use };
}

/** Returns whether a program declares nothing, as in a new project. */
function isEmpty(program: string, { blank }: Language): boolean {
  return program.split(/\r?\n/).every((line) => blank.test(line));
}

/** Adds the declarations to a YAML program. It keeps the file's comments and order. */
async function addToYaml(file: string, program: string): Promise<void> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(await readFile(file, "utf8"));
  const added = JSON.parse(program) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  for (const [section, entries] of Object.entries(added))
    for (const [name, value] of Object.entries(entries)) document.setIn([section, name], document.createNode(value));
  await writeFile(file, document.toString({ lineWidth: 0 }));
}
