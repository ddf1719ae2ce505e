import { execFile } from "node:child_process";
import { type Attempt, sentenceOf } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { othersWords } from "../output/others-words";

/**
 * Variables of a git hook. These variables would point every command at the index and the working tree of the hook's
 * command.
 */
const ofHooks = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX"];

export function gitEnvironment(env: CommandContext["env"]): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !ofHooks.includes(name));
  return { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: "0" };
}

/** Runs git in a folder and returns git's output, or git's error message. */
export async function git(
  args: readonly string[],
  folder: string,
  { env, signal, warn, isDebugging }: CommandContext,
): Promise<Attempt<string>> {
  signal.throwIfAborted();
  if (isDebugging?.() === true) warn(`debug: git ${args.join(" ")} (in ${folder})\n`);
  const outcome = await new Promise<Attempt<string>>((resolve) => {
    const options = { cwd: folder, env: gitEnvironment(env), maxBuffer: 256 * 1024 * 1024 };
    execFile("git", args, options, (error, out, err) => {
      if (error === null) resolve({ value: out.trim() });
      else if (error.code === "ENOENT") resolve({ error: "there is no `git` on the PATH" });
      else resolve({ error: sentenceOf(wordsIn(othersWords(err, env))) || "git printed no reason" });
    });
  });
  signal.throwIfAborted();
  return outcome;
}

/** Removes git's own prefixes. */
function wordsIn(text: string): string {
  return text.replace(/^(fatal|error): /gm, "");
}
