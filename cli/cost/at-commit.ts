import { copyFileSync, existsSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { asCalled } from "../../kernel/as-called";
import { attempt, valueIn } from "../context/attempt";
import type { CommandContext } from "../context/context";
import type { Checkouts } from "../git/checkouts";
import { type Commit, commitOf } from "../git/commit";
import { git } from "../git/git";
import { leavesFolder } from "../git/within";
import { absoluteBackend } from "../stack/history";
import { ownName, type ProjectCopy, type StackLocation } from "../stack/place";
import { type ProjectFile, projectAt } from "../stack/project-file";
import { Stack } from "../stack/stack";
import { lendPackages } from "./installed-packages";

/** A stack at another commit. `undefined` if the commit does not contain the stack. */
export type AtCommit = { readonly location: StackLocation } | { readonly error: string } | undefined;

interface Project {
  readonly here: ProjectFile;
  readonly commit: Commit;
  /**
   * The project at the commit, or the reason why Pulumi cannot preview it. `undefined` if the commit does not contain
   * the project.
   */
  readonly there: AtOther | { readonly error: string } | undefined;
}

interface AtOther {
  readonly copy: ProjectCopy;
  /** The folder of the stacks' settings files. */
  readonly settings: string;
  /** The top folder of the checkout. */
  readonly checkout: string;
  /** The commit as the command line names it. */
  readonly word: string;
}

/** The commits that `--against` names, one for each repository, and the stacks at these commits. */
export interface Found {
  readonly commits: readonly Commit[];
  readonly stacks: readonly AtCommit[];
}

/** Finds the stacks in checkouts of another commit, and prepares the checkouts for previews. */
export async function stacksAt(
  word: string,
  locations: readonly StackLocation[],
  checkouts: Checkouts,
  context: CommandContext,
): Promise<Found> {
  const projects = new Map<string, Project>();
  const stacks: AtCommit[] = [];
  for (const location of locations) {
    const here = location.project === undefined ? valueIn(await projectAt(location.cwd)) : undefined;
    // The preview of the user's own folder reports the missing project.
    if (here === undefined) stacks.push(undefined);
    else {
      const known = projects.get(here.folder) ?? (await projectOf(word, here, checkouts, context));
      projects.set(here.folder, known);
      stacks.push(await stackOf(location, known, context));
    }
  }
  const commits = new Map([...projects.values()].map(({ commit }) => [commit.root, commit]));
  return { commits: [...commits.values()], stacks };
}

async function projectOf(
  word: string,
  here: ProjectFile,
  checkouts: Checkouts,
  context: CommandContext,
): Promise<Project> {
  const commit = await commitOf(word, here.folder, context);
  const checkout = await checkouts.of(commit);
  const inCheckout = (path: string) => join(checkout, relative(commit.root, realpathSync(path)));
  const folder = inCheckout(here.folder);
  if (leavesFolder(checkout, folder)) return { here, commit, there: { error: outside(word, here.folder) } };
  const found = await projectAt(folder);
  if (found === undefined || "error" in found) return { here, commit, there: found };
  if (found.value.folder !== folder || found.value.name !== here.name) return { here, commit, there: undefined };
  const { settings } = found.value;
  if (leavesFolder(checkout, settings)) {
    return { here, commit, there: { error: outside(word, "stackConfigDir of Pulumi.yaml") } };
  }
  const lent = lendPackages({ project: here, root: commit.root, checkout });
  if (lent !== undefined) return { here, commit, there: { error: otherPackages(word, lent.differs) } };
  const env = await attempt(() => environmentFor(here, context), context.signal);
  if ("error" in env) return { here, commit, there: env };
  return { here, commit, there: { copy: { folder, env: env.value }, settings, checkout, word } };
}

/** Podwright and Pulumi write into the checkout, and a path of a branch must not make them write elsewhere. */
function outside(word: string, what: string): string {
  return `${what} in ${word} leads out of the repository, so Podwright does not preview this commit: correct it in ${word}`;
}

function otherPackages(word: string, file: string): string {
  const report = asCalled("podwright cost --output json");
  return (
    `${file} in ${word} differs from ${file} in this folder, so ${word} needs packages that this folder does not have. In a clone of ${word}, ` +
    `install the packages and run \`${report} > other.json\`, then use \`--against other.json\` here`
  );
}

/**
 * Makes the checkout use the backend and the passphrase file of the user's folder. Their paths may be relative to that
 * folder.
 */
async function environmentFor({ folder, backend }: ProjectFile, context: CommandContext): Promise<ProjectCopy["env"]> {
  const { PULUMI_BACKEND_URL = backend, PULUMI_CONFIG_PASSPHRASE_FILE: file } = context.env;
  const address = await new Stack({ cwd: folder }, context).backend();
  // Pulumi's own service shows the address of its web pages and not the address of its API.
  const kept = /^https?:/.test(address) ? PULUMI_BACKEND_URL : absoluteBackend({ backend: address, cwd: folder });
  return { PULUMI_BACKEND_URL: kept, ...(file && { PULUMI_CONFIG_PASSPHRASE_FILE: resolve(folder, file) }) };
}

async function stackOf(location: StackLocation, { here, there }: Project, context: CommandContext): Promise<AtCommit> {
  if (there === undefined || "error" in there) return there;
  // Pulumi remembers the selected stack by the path of the folder, so it has selected no stack in the checkout.
  const named = await attempt(
    async () => location.stack ?? (await new Stack(location, context).fullName()),
    context.signal,
  );
  if ("error" in named) return named;
  const stack = named.value;
  const file = `Pulumi.${ownName(stack)}${extname(here.file)}`;
  const [own, other] = [here.settings, there.settings].map((folder) => join(folder, file)) as [string, string];
  if (leavesFolder(there.checkout, other)) return { error: outside(there.word, file) };
  if (existsSync(own) && !existsSync(other)) {
    const tracked = await git(["ls-files", "--error-unmatch", "--", own], here.folder, context);
    if ("value" in tracked) return undefined;
    // Pulumi may write into the file, so the checkout gets a copy.
    mkdirSync(dirname(other), { recursive: true });
    copyFileSync(own, other);
  }
  return { location: { ...location, stack, copy: there.copy } };
}
