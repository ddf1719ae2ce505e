/*
 * The one answer to the question which folder contains the program of a stack. A command that uses such a folder lets
 * Pulumi run the folder's code with the user's keys. So a folder counts only if the command line names it (`--cwd`, or the current
 * folder), or if git tracks its project file. Podwright refuses two folders with one project, and a found folder whose
 * project file names another backend: the backend would receive the user's token.
 */
import { join } from "node:path";
import { attempt, valueIn } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { git } from "../git/git";
import { isFolder, type ProjectFile, projectAt, projectFiles } from "./project-file";
import { Stack } from "./stack";

/** The folder with the program of a project. */
export interface Program {
  readonly cwd: string;
  /** The name of the project. */
  readonly project: string;
}

/** A folder whose stacks Podwright does not list, with the reason as a part of a sentence. */
export interface Unlisted {
  readonly cwd: string;
  readonly error: string;
}

export interface Programs {
  readonly programs: readonly Program[];
  readonly unlisted: readonly Unlisted[];
  /** The names of all projects, with the projects of refused folders. */
  readonly projects: ReadonlySet<string>;
  /** The folders outside of projects. Podwright searched them. */
  readonly searched: readonly string[];
}

interface Candidate extends ProjectFile {
  readonly cwd: string;
  /** True if the command line names the folder. */
  readonly isNamed: boolean;
}

/** Finds the programs in these folders. If a folder is outside of a project, it searches the folder's tracked files. */
export async function programsIn(folders: readonly string[], context: CommandContext): Promise<Programs> {
  const candidates: Candidate[] = [];
  const unlisted: Unlisted[] = [];
  const searched: string[] = [];
  const add = (cwd: string, project: Awaited<ReturnType<typeof projectAt>>, isNamed: boolean) => {
    if (project === undefined) unlisted.push({ cwd, error: "there is no Pulumi project" });
    else if ("error" in project) unlisted.push({ cwd, error: project.error });
    else if (!candidates.some((one) => one.folder === project.value.folder))
      candidates.push({ ...project.value, cwd, isNamed });
  };
  for (const folder of folders) {
    const project = await projectAt(folder);
    if (project !== undefined) add(folder, project, true);
    else if (isFolder(folder)) {
      searched.push(folder);
      for (const cwd of await trackedBelow(folder, context)) add(cwd, await projectAt(cwd), false);
    }
  }
  const foreign = await otherBackends(candidates, searched, context);
  const programs = candidates.flatMap((one) => {
    const error = foreign.get(one) ?? twinError(one, candidates, context);
    if (error === undefined) return { cwd: one.cwd, project: one.name };
    unlisted.push({ cwd: one.cwd, error });
    return [];
  });
  return { programs, unlisted, searched, projects: new Set(candidates.map(({ name }) => name)) };
}

/** Returns the folders of the tracked project files, without installed packages and hidden folders. */
async function trackedBelow(folder: string, context: CommandContext): Promise<string[]> {
  const files = projectFiles.map((name) => `:(glob)**/${name}`);
  const list = async (...flags: string[]) => {
    const listed = await git(["ls-files", "-z", ...flags, "--", ...files], folder, context);
    if ("error" in listed) throw new NoGitError(folder, listed.error);
    const paths = listed.value.split("\0").filter((path) => path !== "" && !isHidden(path));
    return [...new Set(paths.map((path) => join(folder, path, "..")))].sort();
  };
  const tracked = await list("--cached", "--recurse-submodules");
  for (const other of await list("--others", "--exclude-standard")) {
    if (!tracked.includes(other))
      context.warn(
        `note: git does not track ${other}, so Podwright leaves out its project. Name it with --cwd ${other}\n`,
      );
  }
  return tracked;
}

function isHidden(path: string): boolean {
  return path.split("/").some((part) => part === "node_modules" || part.startsWith("."));
}

/** Git cannot tell which files it tracks. */
export class NoGitError extends Error {
  constructor(folder: string, reason: string) {
    super(
      `below ${folder}, Podwright uses only projects that git tracks, and git cannot list its files: ${reason}. Name the folder of each project with --cwd`,
    );
  }
}

function twinError({ name, folder, backend }: Candidate, all: readonly Candidate[], { env }: CommandContext) {
  const isSame = (one: Candidate) => env.PULUMI_BACKEND_URL !== undefined || one.backend === backend;
  const twins = all.filter((one) => one.name === name && isSame(one));
  if (twins.every((one) => one.folder === folder)) return undefined;
  const places = twins.map(({ cwd }) => cwd).join(" and ");
  return `${places} contain the project ${name}, and only one of them can have its program: name this one with --cwd`;
}

/** Returns the reason for each found folder whose project file names a backend that this run does not use. */
async function otherBackends(
  candidates: readonly Candidate[],
  [searched = "."]: readonly string[],
  context: CommandContext,
): Promise<ReadonlyMap<Candidate, string>> {
  // With this variable, Pulumi ignores the backend in the project file.
  if (context.env.PULUMI_BACKEND_URL) return new Map();
  const found = candidates.filter(({ isNamed, backend }) => !isNamed && backend !== undefined);
  if (found.length === 0) return new Map();
  const used = valueIn(await attempt(() => new Stack({ cwd: searched }, context).backend(), context.signal));
  const others = found.filter(({ backend = "" }) => used === undefined || addressOf(backend) !== addressOf(used));
  return new Map(
    others.map((one) => [
      one,
      `its project file names the backend ${withoutUser(one.backend ?? "")}, and ${used === undefined ? "Pulumi is logged in to no backend" : `this run uses ${withoutUser(used)}`}. ` +
        `Podwright sends no token to a backend that only a found file names: name the folder with --cwd ${one.cwd}, or set PULUMI_BACKEND_URL`,
    ]),
  );
}

/** Returns an address for a comparison. Pulumi's own service shows the address of its web pages with the user's name. */
function addressOf(backend: string): string {
  const [, host] = /^https?:\/\/(?:api\.|app\.)?([^/]+)/.exec(backend) ?? [];
  return host ?? backend.replace(/\/$/, "");
}

function withoutUser(address: string): string {
  return address.replace(/\/\/[^/\s@]+@/, "//");
}
