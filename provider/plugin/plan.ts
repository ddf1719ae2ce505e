import { isDeepStrictEqual } from "node:util";
import type { Difference, Plan } from "../resources";
import { formatPath, isRecord, overlaps, type Path, parsePath, type Values, valueAt } from "../resources/values";

export type DiffKind = "add" | "add-replace" | "update" | "update-replace" | "delete" | "delete-replace";

export interface PropertyDifference {
  readonly path: string;
  readonly kind: DiffKind;
}

const kinds = { add: "add", change: "update", remove: "delete" } as const;

/** What `preview --diff` marks: each property that differs, down to single keys of a map, and whether it replaces. */
export function detailedDiff(plan: Plan, olds: Values, news: Values): PropertyDifference[] {
  return plan.differences.flatMap(({ path, operation, effect }) => {
    const suffix = effect.kind === "replace" ? "-replace" : "";
    const keys = operation === "change" ? changedKeys(valueAt(olds, path), valueAt(news, path)) : [];
    if (keys.length === 0) return [{ path: formatPath(path), kind: `${kinds[operation]}${suffix}` as DiffKind }];
    return keys.map(({ key, operation: inner }) => ({
      path: formatPath([...path, key]),
      kind: `${kinds[inner]}${suffix}` as DiffKind,
    }));
  });
}

/** The keys that differ between two maps; none where the values are no maps. */
function changedKeys(before: unknown, after: unknown): { key: string; operation: Difference["operation"] }[] {
  if (!isRecord(before) || !isRecord(after)) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    if (isDeepStrictEqual(before[key], after[key])) return [];
    const operation = before[key] === undefined ? "add" : after[key] === undefined ? "remove" : "change";
    return [{ key, operation }];
  });
}

/** The engine leaves it to the provider to overlook, in a refresh, what the user said to ignore. */
export function withoutIgnored(plan: Plan, ignoreChanges: readonly string[]): Plan {
  if (ignoreChanges.length === 0) return plan;
  const ignored = ignoreChanges.map(parseIgnored);
  const kept = ({ path }: Difference) => !ignored.some((pattern) => covers(pattern, path));
  return { ...plan, differences: plan.differences.filter(kept), replaces: plan.replaces.filter(kept) };
}

function parseIgnored(text: string): Path {
  return [...text.matchAll(/\["([^"]*)"\]|([^.[\]]+)/g)].map(([, quoted, plain]) =>
    quoted !== undefined ? quoted : (parsePath(plain ?? "")[0] ?? ""),
  );
}

function covers(pattern: Path, path: Path): boolean {
  if (pattern.length > path.length) return false;
  return pattern.every((part, index) => part === "*" || overlaps([part], [path[index] ?? ""]));
}
