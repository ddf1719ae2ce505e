import type { Display } from "../output/style";
import { tableOf } from "../output/table";
import { counted } from "../output/text";
import type { Migration } from "./migrate";

/** One line for each resource, and what to do next. */
export function table(
  { moved, left, done }: Migration,
  commandLine: string,
  { colors }: Pick<Display, "colors">,
): string {
  if (moved.length === 0) return "Nothing to do: no resource of this stack is under the dynamic host.\n";
  const columns = ["NAME", "KIND", "ID"].map((title) => ({ title }));
  const resources = tableOf({ columns, rows: moved.map(({ name, kind, id }) => [name, kind, id]) }, { colors });
  const rest = left.length === 0 ? "" : `Still dynamic in the program, and left so: ${left.join(", ")}.\n`;
  const count = counted(moved.length, "resource");
  const outcome = done
    ? `${count} moved to the plugin; the ids are the same, and nothing was changed on the platform.\n`
    : `${count} can be moved to the plugin without changing anything on the platform: \`${commandLine} --yes\` does it.\n`;
  return `${resources}${rest}${outcome}`;
}
