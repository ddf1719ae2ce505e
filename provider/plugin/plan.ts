import { isDeepStrictEqual } from "node:util";
import type { Difference, Plan } from "../resources";
import { formatPath, isRecord, overlaps, type Path, parsePath, type Values, valueAt } from "../resources/values";

export type DiffKind = "add" | "add-replace" | "update" | "update-replace" | "delete" | "delete-replace";

export interface PropertyDifference {
  readonly path: string;
  readonly kind: DiffKind;
}

const kinds = { add: "add", change: "update", remove: "delete" } as const;

/** A plan with its differences told one by one. */
export interface DetailedPlan {
  readonly plan: Plan;
  readonly detailed: readonly PropertyDifference[];
}

/**
 * What `preview --diff` marks: each property that differs, down to single keys of a map, and whether it replaces. What
 * the user said to ignore is overlooked: in a refresh the engine leaves that to the provider.
 */
export function detail(plan: Plan, olds: Values, news: Values, ignoreChanges: readonly string[] = []): DetailedPlan {
  const ignored = ignoreChanges.map(parseIgnored);
  const told = plan.differences
    .map((difference) => ({ difference, details: detailsOf(difference, olds, news).filter(isNotIgnored) }))
    .filter(({ details }) => details.length > 0);
  const kept = told.map(({ difference }) => difference);
  return {
    plan: { ...plan, differences: kept, replaces: plan.replaces.filter((difference) => kept.includes(difference)) },
    detailed: told.flatMap(({ details }) => details.map(({ path, kind }) => ({ path: formatPath(path), kind }))),
  };

  function isNotIgnored({ path }: { readonly path: Path }): boolean {
    return !ignored.some((pattern) => covers(pattern, path));
  }
}

function detailsOf({ path, operation, effect }: Difference, olds: Values, news: Values) {
  const suffix = effect.kind === "replace" ? "-replace" : "";
  const kindOf = (what: Difference["operation"]) => `${kinds[what]}${suffix}` as DiffKind;
  const keys = operation === "change" ? changedKeys(valueAt(olds, path), valueAt(news, path)) : [];
  if (keys.length === 0) return [{ path, kind: kindOf(operation) }];
  return keys.map(({ key, operation: inner }) => ({ path: [...path, key], kind: kindOf(inner) }));
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

function parseIgnored(text: string): Path {
  return [...text.matchAll(/\["([^"]*)"\]|([^.[\]]+)/g)].map(([, quoted, plain]) =>
    quoted !== undefined ? quoted : (parsePath(plain ?? "")[0] ?? ""),
  );
}

function covers(pattern: Path, path: Path): boolean {
  if (pattern.length > path.length) return false;
  return pattern.every((part, index) => part === "*" || overlaps([part], [path[index] ?? ""]));
}
