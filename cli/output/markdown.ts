import { oneLine } from "../../client/values/plain-text";
import { counted } from "./text";

/** A third of the 65,536 characters of a comment: a preview, its cost and the drift fit into one. */
const limit = 20_000;

/** Paragraphs as a text that fits a comment. The last line counts the omitted lines. */
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

/** A table; cells are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A code span in a table cell. The value can end neither the span nor the cell. */
export function code(value: string): string {
  const longest = Math.max(0, ...[...value.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = value.startsWith("`") || value.endsWith("`") ? " " : "";
  return `${fence}${pad}${oneLine(value).replaceAll("|", "\\|")}${pad}${fence}`;
}

/** Escapes a text, so that Markdown shows it as plain text. */
export function text(value: string): string {
  return (
    oneLine(value)
      .replace(/[\\`*_[\]<>|~&]/g, "\\$&")
      // At the beginning it would be code, a list or a heading.
      .replace(/^\s+/, " ")
      .replace(/^( ?)([-+=])/, "$1\\$2")
      .replace(/^( ?\d+)([.)])/, "$1\\$2")
      // An escape does not keep a forge from notifying a person or linking an issue: only code does.
      .replace(/[#@]/g, "`$&`")
  );
}
