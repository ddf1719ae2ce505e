import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { oneLine } from "../../kernel/plain-text";
import type { CommandContext } from "../context/context";
import { on } from "./inputs";
import { UsageError } from "./usage-error";

/** The flag that answers the question of `confirm` in advance. */
export const yes = on("--yes", "do not ask for confirmation; required without a terminal");

type Asking = Pick<CommandContext, "stdin" | "watched">;

/** Returns whether a person at a terminal can answer a question. */
export function canConfirm<Context extends Asking>(
  context: Context,
): context is Context & { readonly [Name in keyof Asking]-?: NonNullable<Asking[Name]> } {
  return context.stdin?.isTTY === true && context.watched !== undefined;
}

/**
 * Asks a question on the terminal. Only a clear yes counts as a yes, and the end of input counts as a no. Throws a
 * `UsageError` without a terminal.
 */
export async function confirm(
  question: string,
  context: Pick<CommandContext, "stdin" | "watched" | "signal">,
): Promise<boolean> {
  if (!canConfirm(context)) {
    throw new UsageError(["--yes is needed without a terminal, because the command cannot ask for your confirmation"]);
  }
  const { stdin, watched, signal } = context;
  // The interface must not treat the stream as a terminal, because it would then handle Ctrl-C itself.
  const lines = createInterface({ input: stdin, output: watched.stream, terminal: false });
  try {
    const ended = once(lines, "close").then(() => "");
    const answer = await Promise.race([lines.question(`${oneLine(question)} [y/N] `, { signal }), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
