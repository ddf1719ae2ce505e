import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { problems } from "../../http/problem";

/** The command of a container. It is stored as one text, `args`, and shown as that text and as the two lists. */
const command = z.strictObject({
  entrypoint: z.array(z.string()).default([]),
  cmd: z.array(z.string()).default([]),
});
type Command = z.infer<typeof command>;

/** The two lists as requests have them. */
export const commandLists = { entrypoint: z.array(z.string()), cmd: z.array(z.string()) };

export interface CommandInput {
  readonly args?: string | undefined;
  readonly entrypoint?: readonly string[] | undefined;
  readonly cmd?: readonly string[] | undefined;
}

/** The lists in a stored text: those of a JSON object, or no entrypoint and the words of the text. */
export function commandOf(args: string): Command {
  try {
    const read = command.safeParse(JSON.parse(args));
    if (read.success) return read.data;
  } catch {
    // Not JSON: words.
  }
  return { entrypoint: [], cmd: split(args) };
}

/** The text to store: that of the request, or its lists over what was stored before. */
export function argsAfter({ args, entrypoint, cmd }: CommandInput, before: string): string {
  if (entrypoint === undefined && cmd === undefined) return args ?? before;
  const now = commandOf(args ?? before);
  const next = { entrypoint: entrypoint ?? now.entrypoint, cmd: cmd ?? now.cmd };
  return next.entrypoint.length === 0 && next.cmd.length === 0 ? "" : JSON.stringify(next);
}

/** A request may have the text beside the lists only where they say the same. */
export function checkCommand({ args, entrypoint, cmd }: CommandInput): void {
  if (args === undefined || (entrypoint === undefined && cmd === undefined)) return;
  if (!isDeepStrictEqual(commandOf(args), { entrypoint: entrypoint ?? [], cmd: cmd ?? [] }))
    throw problems.rule("args describes another command than entrypoint and cmd");
}

/** Splits like a shell without expansions: blanks separate, quotes group, a backslash takes the next character as it is. */
function split(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    const next = text.charAt(at + 1);
    const escapes = letter === "\\" && next !== "" && (quote === "" || (quote === '"' && /["\\]/.test(next)));
    if (escapes) {
      word = (word ?? "") + next;
      at++;
    } else if (letter === quote) quote = "";
    else if (quote === "" && (letter === "'" || letter === '"')) {
      quote = letter;
      word ??= "";
    } else if (quote === "" && /\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + letter;
  }
  return word === undefined ? words : [...words, word];
}
