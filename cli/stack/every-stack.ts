import { readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../context/attempt";
import type { CommandContext } from "../context/context";
import type { StackLocation } from "./place";
import { isFolder, type ProjectFile, projectAt, projectFiles } from "./project-file";
import { Stack } from "./stack";

/** The stacks that a command works on. */
export interface Selection {
  readonly locations: readonly StackLocation[];
  /** The folders whose stacks Podwright could not list, with the reason. */
  readonly unlisted: readonly { readonly cwd: string; readonly error: string }[];
}

/** Stands for all stacks of a folder if Podwright could not list them. */
export const everyStackOf = "*";

interface Project extends Pick<ProjectFile, "name" | "backend"> {
  readonly cwd: string;
}

/**
 * Lists the stacks of the project in each folder. If a folder is outside of a project, it lists the projects below the
 * folder. If one project fails, it still lists the stacks of the other projects.
 */
export async function stacksBelow(folders: readonly string[], context: CommandContext): Promise<Selection> {
  const found = await Promise.all(folders.map(projectsOf));
  // Two folders with the same project have the same stacks.
  const projects = new Map(found.flatMap((one) => one.projects).map((one) => [`${one.backend} ${one.name}`, one]));
  const locations: StackLocation[] = [];
  const unlisted = found.flatMap((one) => one.unlisted);
  for (const { cwd } of projects.values()) {
    const listed = await attempt(() => new Stack({ cwd }, context).siblings(), context.signal);
    if ("error" in listed) unlisted.push({ cwd, error: listed.error });
    else locations.push(...listed.value.map(({ name }) => ({ cwd, stack: name })));
  }
  if (locations.length + unlisted.length === 0) throw new NoStacksError(folders);
  return { locations, unlisted };
}

/**
 * Lists every stack of the backend, or of one of its organizations. If one of the folders contains a stack's project,
 * the stack gets this folder. Otherwise Podwright uses an empty project, because Pulumi needs a project to read
 * resources.
 */
export async function stacksOfBackend(
  folders: readonly string[],
  organization: string | undefined,
  context: CommandContext,
): Promise<Selection> {
  const [cwd = "."] = folders;
  const here = new Map<string, string>();
  for (const { projects } of await Promise.all(folders.map(projectsOf))) {
    for (const project of projects) here.set(project.name, project.cwd);
  }
  const listed = await new Stack({ cwd }, context).allOfBackend(organization);
  if (listed.length === 0) throw new NoStacksError([]);
  const locations = listed.map(({ name }) => {
    const project = name.split("/").at(-2) ?? "";
    const folder = here.get(project);
    return folder === undefined ? { cwd: ".", stack: name, project } : { cwd: folder, stack: name };
  });
  return { locations, unlisted: [] };
}

async function projectsOf(
  folder: string,
): Promise<{ projects: Project[]; unlisted: { cwd: string; error: string }[] }> {
  const around = await projectAt(folder);
  const folders = around !== undefined ? [folder] : isFolder(folder) ? foldersBelow(folder).sort() : [];
  const projects: Project[] = [];
  const unlisted: { cwd: string; error: string }[] = [];
  for (const cwd of folders) {
    const project = await projectAt(cwd);
    if (project !== undefined && "value" in project) projects.push({ ...project.value, cwd });
    else unlisted.push({ cwd, error: project?.error ?? "there is no Pulumi project" });
  }
  return { projects, unlisted };
}

/** Searches a folder for projects. It skips packages, hidden folders and links. */
function foldersBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const below = entries
    .filter((one) => one.isDirectory() && one.name !== "node_modules" && !one.name.startsWith("."))
    .flatMap((one) => foldersBelow(join(folder, one.name)));
  return entries.some(({ name }) => projectFiles.includes(name)) ? [folder, ...below] : below;
}

/** The error of a command that finds no stacks. A nightly job must not count this as success. */
class NoStacksError extends Error {
  constructor(folders: readonly string[]) {
    const where = folders.length === 0 ? "the backend" : `the projects in ${folders.join(" and ")}`;
    super(`there are no stacks in ${where}: check --cwd, and the backend that \`pulumi whoami --verbose\` names`);
  }
}
