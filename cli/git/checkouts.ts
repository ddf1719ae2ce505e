import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { CommandContext } from "../context/context";
import type { Commit } from "./commit";
import { git, gitEnvironment } from "./git";

/** Hooks are the user's programs, and must not run for a temporary working tree. */
const withoutHooks = ["-c", "core.hooksPath=/dev/null"];

/** Checks out commits into temporary folders, one for each repository. */
export class Checkouts {
  readonly #made = new Map<string, { readonly folder: string; readonly checkout: string }>();
  readonly #context: CommandContext;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  /** Returns the folder with the files of the commit. The user's working tree, index and branches stay as they are. */
  async of({ root, hash }: Commit): Promise<string> {
    const made = this.#made.get(root);
    if (made !== undefined) return made.checkout;
    const folder = mkdtempSync(join(realpathSync(tmpdir()), "podwright-"));
    const checkout = join(folder, basename(root));
    this.#made.set(root, { folder, checkout });
    const args = [...withoutHooks, "worktree", "add", "--quiet", "--detach", checkout, hash];
    const added = await git(args, root, this.#context);
    if ("error" in added) throw new Error(`git could not check out ${hash}: ${added.error}`);
    return checkout;
  }

  /** Replaces the temporary paths in a text by paths such as `main:infra/index.ts`. */
  named(text: string, word: string): string {
    return [...this.#made.values()].reduce((rest, { checkout }) => rest.replaceAll(`${checkout}/`, `${word}:`), text);
  }

  /** Removes all folders, and git's records of these working trees. */
  readonly remove = (): void => {
    for (const [root, { folder, checkout }] of this.#made) {
      const args = [...withoutHooks, "worktree", "remove", "--force", checkout];
      spawnSync("git", args, { cwd: root, env: gitEnvironment(this.#context.env), stdio: "ignore" });
      rmSync(folder, { recursive: true, force: true });
    }
    this.#made.clear();
  };
}

/** Runs the work with temporary checkouts, and removes the checkouts after the work. */
export async function withCheckouts<T>(
  context: CommandContext,
  work: (checkouts: Checkouts) => Promise<T>,
): Promise<T> {
  const checkouts = new Checkouts(context);
  // A second Ctrl-C ends the process at once, without the `finally` block.
  process.once("exit", checkouts.remove);
  try {
    return await work(checkouts);
  } finally {
    process.off("exit", checkouts.remove);
    checkouts.remove();
  }
}
