/** Writes a Markdown table, and escapes the bars inside cells. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

export function code(text: string): string {
  return `\`${text}\``;
}

/**
 * Puts `content` between the markers of that name, with the indentation of the markers. People write everything outside
 * markers.
 */
export function fill(page: string, name: string, content: string): string {
  const begin = `<!-- generated: ${name} -->`;
  const end = "<!-- end -->";
  const start = page.indexOf(begin);
  const stop = page.indexOf(end, start);
  if (start < 0 || stop < 0) throw new Error(`there is no place for "${name}": it needs ${begin} and then ${end}`);
  const indent = /[ ]*$/.exec(page.slice(0, start))?.[0] ?? "";
  return `${page.slice(0, start)}${begin}\n\n${content.replace(/^(?=.)/gm, indent)}\n\n${indent}${page.slice(stop)}`;
}

/** Returns the names of all markers in a page. */
export function placesIn(page: string): string[] {
  return [...page.matchAll(/<!-- generated: (.+?) -->/g)].map(([, name]) => name ?? "");
}
