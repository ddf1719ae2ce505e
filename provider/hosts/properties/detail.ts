import { isDeepStrictEqual } from "node:util";
import { formatPath, isRecord, type Path, type Values, valueAt } from "../../../kernel/values";
import type { Plan } from "../../planning/changes";
import type { Change, Difference } from "../../planning/rules";
import { covers, parsePattern } from "./property-pattern";

export type DiffKind = "add" | "add-replace" | "update" | "update-replace" | "delete" | "delete-replace";

export interface PropertyDifference {
  readonly path: string;
  readonly kind: DiffKind;
}

const kinds = { add: "add", change: "update", remove: "delete" } as const;

/** A plan with its single differences. */
export interface DetailedPlan {
  readonly plan: Plan;
  readonly detailed: readonly PropertyDifference[];
}

/**
 * Returns the differences for `preview --diff`: each changed property or map key, and whether it causes a replacement.
 * It applies `ignoreChanges`, which the engine leaves to the provider in a refresh. All other parts of the plan contain
 * every difference. A refresh does not use these parts, and in all other operations the engine has already applied
 * `ignoreChanges`.
 */
export function detail(
  plan: Plan,
  { olds, news }: Pick<Change, "olds" | "news">,
  ignoreChanges: readonly string[] = [],
): DetailedPlan {
  const ignored = ignoreChanges.map(parsePattern);
  const shown = plan.differences
    .map((difference) => ({ difference, details: detailsOf(difference, olds, news).filter(isNotIgnored) }))
    .filter(({ details }) => details.length > 0);
  const kept = shown.map(({ difference }) => difference);
  return {
    plan: { ...plan, differences: kept, replaces: plan.replaces.filter((difference) => kept.includes(difference)) },
    detailed: shown.flatMap(({ details }) => details.map(({ path, kind }) => ({ path: formatPath(path), kind }))),
  };

  function isNotIgnored({ path }: { readonly path: Path }): boolean {
    return !isIgnored(path);
  }

  /** Returns true if a pattern ignores the path, or if patterns ignore every difference inside the path. */
  function isIgnored(path: Path): boolean {
    if (ignored.some((pattern) => covers(pattern, path))) return true;
    const parts = changedParts(valueAt(olds, path), valueAt(news, path));
    return parts.length > 0 && parts.every(({ key }) => isIgnored([...path, key]));
  }
}

function detailsOf({ path, operation, effect }: Difference, olds: Values, news: Values) {
  const suffix = effect.kind === "replace" ? "-replace" : "";
  const kindOf = (what: Difference["operation"]) => `${kinds[what]}${suffix}` as DiffKind;
  const [before, after] = [valueAt(olds, path), valueAt(news, path)];
  const parts = operation === "change" && isRecord(before) ? changedParts(before, after) : [];
  if (parts.length === 0) return [{ path, kind: kindOf(operation) }];
  return parts.map(({ key, operation: inner }) => ({ path: [...path, key], kind: kindOf(inner) }));
}

interface ChangedPart {
  readonly key: string | number;
  readonly operation: Difference["operation"];
}

/** Returns the differing parts of two maps or two lists, one level deep. Returns an empty list for other values. */
function changedParts(before: unknown, after: unknown): ChangedPart[] {
  const [olds, news] = [partsOf(before), partsOf(after)];
  if (olds === undefined || news === undefined || Array.isArray(before) !== Array.isArray(after)) return [];
  return [...new Set([...olds.keys(), ...news.keys()])].flatMap((key) => {
    const [old, now] = [olds.get(key), news.get(key)];
    if (isDeepStrictEqual(old, now)) return [];
    return [{ key, operation: old === undefined ? "add" : now === undefined ? "remove" : "change" } as const];
  });
}

function partsOf(value: unknown): ReadonlyMap<string | number, unknown> | undefined {
  if (Array.isArray(value)) return new Map(value.entries());
  return isRecord(value) ? new Map(Object.entries(value)) : undefined;
}
