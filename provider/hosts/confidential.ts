import { maskerOf } from "../../client/http/secrets/masking";
import { isRecord, type Path, type Values, valueAt } from "../../kernel/values";
import { commandIn, commandInputs } from "../kinds/command";
import { InitError } from "../pulumi/errors";
import type { Run } from "../session/run";

/**
 * Podwright masks only words of at least this length, because shorter words of a secret command also occur in harmless
 * text.
 */
const SHORTEST_WORD = 4;

/**
 * Masks the program's secret texts in lines and errors. Logs contain these lines, and the engine stores the reasons of
 * an init error unencrypted. The lifecycles mask inputs that are always secret, such as `env`.
 */
export async function confidentially<T>(
  run: Run,
  secrets: readonly string[],
  work: (run: Run) => Promise<T>,
): Promise<T> {
  if (secrets.length === 0) return await work(run);
  const mask = maskerOf(secrets);
  const { report, warn } = run;
  try {
    return await work({ ...run, report: (line) => report(mask(line)), warn: (line) => warn(mask(line)) });
  } catch (error) {
    throw masked(error, mask);
  }
}

function masked(error: unknown, mask: (text: string) => string): unknown {
  if (error instanceof InitError) return new InitError(error.id, error.outputs, error.reasons.map(mask));
  // Changes the message in place, because callers need the class of the error.
  if (error instanceof Error) error.message = mask(error.message);
  return error;
}

/**
 * Returns the texts at these paths. It adds the single words of a command, because a log seldom shows the whole
 * command.
 */
export function textsAt(values: Values, paths: readonly Path[]): string[] {
  return paths.flatMap((path) => {
    const texts = textsIn(valueAt(values, path));
    return commandInputs.includes(String(path[0])) ? [...texts, ...texts.flatMap(wordsOf)] : texts;
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) || isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Adds the value of each `--flag=value`, and the words of an inner command, as in `sh -c`. */
function wordsOf(command: string): string[] {
  const { entrypoint, cmd } = commandIn(command);
  const words = [...entrypoint, ...cmd].map(String);
  const within = words.filter((word) => word !== command).flatMap(wordsOf);
  const parts = [...words, ...words.map((word) => word.replace(/^[^=]*=/, "")), ...within];
  return parts.filter(({ length }) => length >= SHORTEST_WORD);
}
