import type { Migration } from "./migrate";

/** One line for each resource, and what to do next. */
export function table({ moved, left, done }: Migration, commandLine: string): string {
  if (moved.length === 0) return "Nothing to do: no resource of this stack is under the dynamic host.\n";
  const rows = [["NAME", "KIND", "ID"], ...moved.map(({ name, kind, id }) => [name, kind, id])];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  const rest = left.length === 0 ? "" : `Still dynamic in the program, and left so: ${left.join(", ")}.\n`;
  const count = `${moved.length} resource${moved.length === 1 ? "" : "s"}`;
  const outcome = done
    ? `${count} moved to the plugin; the ids are the same, and nothing was changed on the platform.\n`
    : `${count} can be moved to the plugin without changing anything on the platform: \`${commandLine} --yes\` does it.\n`;
  return `${lines.join("\n")}\n${rest}${outcome}`;
}
