import { asCalled } from "../../kernel/as-called";
import { didYouMean } from "../../kernel/nearest";
import { valueIn } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { git } from "./git";

export interface Commit {
  /** The top folder of the user's working tree. */
  readonly root: string;
  /** The full hash. */
  readonly hash: string;
}

/**
 * Finds the commit of a branch, a tag or a hash in the repository of a folder. Also finds a branch that only the remote
 * has, because a pipeline's clone has no local branches.
 */
export async function commitOf(word: string, folder: string, context: CommandContext): Promise<Commit> {
  const root = await git(["rev-parse", "--show-toplevel"], folder, context);
  if ("error" in root) {
    throw new Error(
      `there is no file ${word}, and git cannot search for a branch of this name in ${folder}: ${root.error}`,
    );
  }
  const hash = (await hashOf(word, folder, context)) ?? (await hashOnRemote(word, folder, context));
  return { root: root.value, hash };
}

async function hashOf(name: string, folder: string, context: CommandContext): Promise<string | undefined> {
  return valueIn(
    await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`], folder, context),
  );
}

async function hashOnRemote(word: string, folder: string, context: CommandContext): Promise<string> {
  const listed = valueIn(await git(["for-each-ref", "--format=%(refname)"], folder, context)) ?? "";
  const names = listed.split("\n").filter((name) => /^refs\/(heads|tags|remotes)\//.test(name));
  const onRemotes = names.filter((name) => name.replace(/^refs\/remotes\/[^/]+\//, "") === word);
  const [remote] = onRemotes.toSorted((a, b) => Number(b.startsWith(origin)) - Number(a.startsWith(origin)));
  const hash = remote === undefined ? undefined : await hashOf(remote, folder, context);
  if (hash !== undefined) return hash;
  const isShallow = valueIn(await git(["rev-parse", "--is-shallow-repository"], folder, context)) === "true";
  throw new Error(`there is no file, branch, tag or commit ${word}${adviceFor(word, names, isShallow)}`);
}

const origin = "refs/remotes/origin/";

function adviceFor(word: string, names: readonly string[], isShallow: boolean): string {
  if (word.endsWith(".json")) return `: make the file with \`${asCalled("podwright cost --output json")} > ${word}\``;
  const near = didYouMean(
    word,
    names.map((name) => name.replace(/^refs\/(heads|tags|remotes\/[^/]+)\//, "")),
  );
  if (near !== "" || !isShallow) return near;
  return (
    " in this clone, which has only a part of the history: set `fetch-depth: 0` for actions/checkout, or " +
    "`GIT_DEPTH: 0` in GitLab, or fetch the branch with `git fetch --depth 1 origin BRANCH:refs/remotes/origin/BRANCH`"
  );
}
