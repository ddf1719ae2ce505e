import { someAtOnce } from "../../kernel/some-at-once";
import { attempt } from "../context/attempt";
import type { CommandContext } from "../context/context";
import type { StackLocation } from "./place";
import { NoGitError, type Programs, programsIn, type Unlisted } from "./programs";
import { pulumisAtOnce, Stack } from "./stack";

/** The stacks that a command works on. */
export interface Selection {
  readonly locations: readonly StackLocation[];
  /** The folders whose stacks Podwright could not list, with the reason. */
  readonly unlisted: readonly Unlisted[];
  /** Further stacks of the backend whose project has no folder here. A pull request may have deleted the folder. */
  readonly withoutProgram?: readonly StackLocation[];
}

/** Stands for all stacks of a folder if Podwright could not list them. */
export const everyStackOf = "*";

/**
 * Lists the stacks of the project in each folder. If a folder is outside of a project, it lists the projects below the
 * folder, and names the backend's stacks that belong to none of them. If one project fails, it still lists the stacks of
 * the other projects.
 */
export async function stacksBelow(folders: readonly string[], context: CommandContext): Promise<Selection> {
  const found = await programsIn(folders, context);
  const locations: StackLocation[] = [];
  const unlisted = [...found.unlisted];
  const all = await someAtOnce(found.programs, pulumisAtOnce, async ({ cwd, project }) => {
    return { cwd, listed: await attempt(() => new Stack({ cwd }, context).names(project), context.signal) };
  });
  for (const { cwd, listed } of all) {
    if ("error" in listed) unlisted.push({ cwd, error: listed.error });
    else locations.push(...listed.value.map((stack) => ({ cwd, stack })));
  }
  const withoutProgram = await orphansOf(found, context);
  if (locations.length + unlisted.length + withoutProgram.length === 0) throw new NoStacksError(folders);
  return { locations, unlisted, withoutProgram };
}

/** Returns the stacks of the backend whose project has no folder here. */
async function orphansOf({ searched, projects }: Programs, context: CommandContext): Promise<StackLocation[]> {
  const [cwd] = searched;
  if (cwd === undefined) return [];
  const listed = await attempt(
    () => new Stack({ cwd }, context).allOfBackend(undefined, { anyFolder: true }),
    context.signal,
  );
  if ("error" in listed) {
    context.warn(
      `note: Podwright could not list all stacks of the backend, so the report lacks stacks whose project has no folder below ${cwd}: ${listed.error}\n`,
    );
    return [];
  }
  return listed.value.flatMap(({ name }) => {
    const project = projectIn(name);
    return project === undefined || projects.has(project) ? [] : [{ cwd: ".", stack: name, project }];
  });
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
  // A machine without the repository can still read the states of the backend.
  const found = await programsIn(folders, context).catch((error: unknown) => {
    if (error instanceof NoGitError) return undefined;
    throw error;
  });
  const here = new Map(found?.programs.map((one) => [one.project, one.cwd]));
  const listed = await new Stack({ cwd }, context).allOfBackend(organization);
  if (listed.length === 0) throw new NoStacksError([]);
  const locations = listed.map(({ name }): StackLocation => {
    const project = projectIn(name);
    const folder = project === undefined ? cwd : here.get(project);
    return folder === undefined ? { cwd: ".", stack: name, project } : { cwd: folder, stack: name };
  });
  return { locations, unlisted: found?.unlisted ?? [] };
}

/** Returns the project in the full name of a stack. An old file backend has no projects. */
function projectIn(name: string): string | undefined {
  return name.split("/").at(-2);
}

/** The error of a command that finds no stacks. A nightly job must not count this as success. */
class NoStacksError extends Error {
  constructor(folders: readonly string[]) {
    const where = folders.length === 0 ? "the backend" : `the projects in ${folders.join(" and ")}`;
    super(`there are no stacks in ${where}: check --cwd, and the backend that \`pulumi whoami --verbose\` names`);
  }
}
