import type { FlagCheck } from "../flags/flag-check";
import type { CommandContext } from "../program/context";

/** `table` is for people and may change; the others are for programs and do not. */
export const outputFormats = ["table", "json", "yaml", "csv"] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** What a command that answers with data prints when nobody said: a table on a terminal, JSON into anything else. */
export function readFormat<Format extends OutputFormat>(
  check: FlagCheck,
  flag: string | undefined,
  { allowed, context }: { readonly allowed: readonly Format[]; readonly context: CommandContext },
): OutputFormat {
  return check.oneOf("--output", flag, allowed) ?? (context.terminal === undefined ? "json" : "table");
}
