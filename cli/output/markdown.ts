/** A table; cells are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A code span that nothing inside can end, in a cell that nothing inside can end. */
export function code(value: string): string {
  const longest = Math.max(0, ...[...value.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = value.startsWith("`") || value.endsWith("`") ? " " : "";
  return `${fence}${pad}${oneLine(value).replaceAll("|", "\\|")}${pad}${fence}`;
}

/** Plain text that Markdown takes for nothing else. */
export function text(value: string): string {
  return oneLine(value).replace(/[\\`*_[\]<>|#@]/g, (character) => `\\${character}`);
}

function oneLine(value: string): string {
  return value.replace(/\s*\n\s*/g, " ");
}
