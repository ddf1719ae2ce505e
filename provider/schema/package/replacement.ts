import type { ChangeTable } from "../../planning/rules";
import { type Path, parsePath } from "../../planning/values";

/**
 * Whether another value at `path` can mean nothing but a replacement. A condition leaves it open, and what has parts
 * with rows of their own is changed by way of those. A step into the items of any list is the number 0.
 */
export function alwaysReplaces({ rows }: Pick<ChangeTable, "rows">, path: Path): boolean {
  const own = rows.find((row) => same(parsePath(row.path), path));
  if (own === undefined || "condition" in own.change || own.change.kind !== "replace") return false;
  return !rows.some((row) => isBelow(parsePath(row.path), path));
}

function same(a: Path, b: Path): boolean {
  return a.length === b.length && startsWith(a, b);
}

function isBelow(path: Path, whole: Path): boolean {
  return path.length > whole.length && startsWith(path, whole);
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((part, index) => path[index] === part);
}
