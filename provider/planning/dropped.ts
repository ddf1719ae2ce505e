import { sameMeaning } from "../../kernel/meaning";
import { formatPath, parsePath, type Values, valueAt } from "../../kernel/values";
import { baselineIn, keepingBaseline, undeclaredIn } from "./baseline";
import { rowOf } from "./patch";
import type { ChangeTable } from "./rules";

interface Sides {
  /** The outputs in the state. */
  readonly outputs: Values;
  readonly live: Values;
  readonly news: Values;
  /** Inputs that another resource fills: the new resource gets their values from there, too. */
  readonly filled: readonly string[];
}

/**
 * Returns the paths of live values that a replacement drops, because the program leaves them out: outside changes, and
 * values other than the default.
 */
export function droppedIn(table: ChangeTable, { outputs, live, news, filled }: Sides): readonly string[] {
  const changed = baselineIn(keepingBaseline(table, outputs, live).outputs)?.changed ?? [];
  const undeclared = [...(undeclaredIn(live) ?? [])];
  const chosen = undeclared.filter((path) => isChosen(table, path, live) && !filled.includes(path));
  const paths = [...new Set([...changed, ...chosen])].sort();
  return paths.filter((path) => valueAt(news, parsePath(path)) === undefined);
}

/** Tells whether the value of a whole input differs from the value of a new resource. */
function isChosen(table: ChangeTable, path: string, live: Values): boolean {
  const [name = ""] = parsePath(path);
  const row = rowOf(table, String(name));
  return path === formatPath([name]) && "unset" in row && !sameMeaning(row, live[name], undefined);
}
