import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { problems } from "../http/problem";
import { newer } from "../http/validation";

/** The command of a container. The emulator stores it as one text, `args`. Responses show the text and the two lists. */
const command = z.strictObject({
  entrypoint: z.array(z.string()).default([]),
  cmd: z.array(z.string()).default([]),
});
type Command = z.infer<typeof command>;

/** The two lists in requests. */
export const commandLists = { entrypoint: newer(z.array(z.string())), cmd: newer(z.array(z.string())) };

export interface CommandInput {
  readonly args?: string | undefined;
  readonly entrypoint?: readonly string[] | undefined;
  readonly cmd?: readonly string[] | undefined;
}

/** Reads a stored text. The text is a JSON object with the two lists, or has the words of `cmd` without an entrypoint. */
export function commandOf(args: string): Command {
  return (isObject.test(args) ? listsIn(args) : undefined) ?? { entrypoint: [], cmd: split(args) };
}

/** Most texts are words. A list of pods would spend its time on the stack traces of errors if JSON.parse read each of them. */
const isObject = /^\s*\{/;

function listsIn(args: string): Command | undefined {
  try {
    return command.safeParse(JSON.parse(args)).data;
  } catch {
    // The text is not JSON, so it consists of words.
    return undefined;
  }
}

/** Returns the text to store. If the request contains lists, they replace the lists in the stored text. */
export function argsAfter({ args, entrypoint, cmd }: CommandInput, before: string): string {
  if (entrypoint === undefined && cmd === undefined) return args ?? before;
  const now = commandOf(args ?? before);
  const next = { entrypoint: entrypoint ?? now.entrypoint, cmd: cmd ?? now.cmd };
  return next.entrypoint.length === 0 && next.cmd.length === 0 ? "" : JSON.stringify(next);
}

/** Throws if a request has both the text and the lists, and they differ. */
export function checkCommand({ args, entrypoint, cmd }: CommandInput): void {
  if (args === undefined || (entrypoint === undefined && cmd === undefined)) return;
  if (!isDeepStrictEqual(commandOf(args), { entrypoint: entrypoint ?? [], cmd: cmd ?? [] }))
    throw problems.rule("args describes a different command than entrypoint and cmd");
}

/** Splits words as a shell does, without expansions. Blanks separate words, quotes group them, and a backslash keeps the next character. */
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
