import type * as z from "zod";
import { asCalled } from "../../kernel/as-called";

/** Returns a sentence part that says how the user makes the file of a report with a command line. */
export function makeFile(file: string, line: string): string {
  return `make such a file with \`${asCalled(line)} > ${file}\``;
}

/** The report of a command, and the command line that makes a file with it. */
interface Expected<Schema> {
  readonly schema: Schema;
  readonly command: string;
  readonly line: string;
}

/** Reads the text of a file as a report of Podwright. An error says how to make such a file. */
export function reportOf<Schema extends z.ZodType>(
  text: string,
  file: string,
  { schema, command, line }: Expected<Schema>,
): z.output<Schema> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON: ${makeFile(file, line)}`);
  }
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw new Error(`${file} is not a report of \`${command}\`: ${makeFile(file, line)}`);
  return parsed.data;
}
