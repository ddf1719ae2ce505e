import { oneLine } from "../../kernel/plain-text";
import { counted } from "./text";

/**
 * The largest size of a report: a third of the 65,536 characters that a comment may have. So one comment can contain a
 * preview, its cost and the drift.
 */
const limit = 20_000;

/** Joins paragraphs into a text that fits into a comment. The last line says how many lines are omitted. */
export function commentOf(blocks: readonly string[]): string {
  const whole = `${blocks.join("\n\n")}\n`;
  if (whole.length <= limit) return whole;
  const kept = whole.slice(0, whole.lastIndexOf("\n", limit));
  const left = whole
    .slice(kept.length + 1)
    .trimEnd()
    .split("\n").length;
  return `${kept}\n\n…and ${counted(left, "more line")}: \`--output json\` has them all.\n`;
}

/** Writes a table whose cells are already Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Writes a code span for a table cell. No value can end the span or the cell early. */
export function code(value: string): string {
  // Backticks that an invisible character separates form a longer run without it, so the fence must fit the shown text.
  // In a table, GitHub reads a backslash before an escaped pipe as an escaped backslash, and the pipe then ends the cell.
  const shown = oneLine(value).replace(/\\(?=\|)/g, "\\ ") || " ";
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${pad}${shown.replaceAll("|", "\\|")}${pad}${fence}`;
}

/** Escapes a text, so that Markdown shows it as plain text. */
export function text(value: string): string {
  return (
    oneLine(value)
      .replace(/[\\`*_[\]<>|~&]/g, "\\$&")
      // These characters at the beginning of a line would start code, a list or a heading.
      .replace(/^\s+/, " ")
      .replace(/^( ?)([-+=])/, "$1\\$2")
      .replace(/^( ?\d+)([.)])/, "$1\\$2")
      // An escape does not keep a forge such as GitHub from notifying a person (`@name`) or linking an issue (`#1`).
      // Only a code span prevents this.
      .replace(/[#@]/g, "`$&`")
  );
}
