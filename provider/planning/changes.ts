import { isDeepStrictEqual } from "node:util";
import { sameMeaning } from "../../kernel/meaning";
import { formatPath, isRecord, overlaps, type Path, parsePath, present, valueAt } from "../../kernel/values";
import { acceptance, refusalOf } from "./refusal";
import {
  type Change,
  type ChangedKeys,
  type ChangeTable,
  type Difference,
  type Effect,
  type Impact,
  type ReplacementTerms,
  type Row,
  type Rule,
  recorded,
} from "./rules";
import { isPutBack, isThereAlready } from "./truths";

export interface Plan {
  readonly differences: readonly Difference[];
  readonly replaces: readonly Difference[];
  /**
   * Effects of a replacement. Even a plan without a replacement contains them, because `replaceOnChanges` may make the
   * engine replace.
   */
  readonly terms: ReplacementTerms;
  readonly refusals: readonly string[];
  /** Reason to refuse a replacement that only the engine plans. */
  readonly refusedIfReplaced?: string;
}

const notices: Readonly<Partial<Record<Impact, string>>> = {
  reset: "resets the running container: files outside its mounts are lost",
  renew: "renews the endpoint's workers",
  restart: "restarts the pod",
  recorded: "is only recorded: Podwright sends nothing to RunPod",
};

/**
 * Compares two sets of inputs by the table. `unknowns` are the paths of unknown values in `news`. If an unknown value
 * could cause a replacement, the plan is a replacement. An unknown value never causes a refusal.
 */
export function plan(table: ChangeTable, change: Change, unknowns: readonly Path[] = []): Plan {
  const isOnBothSides = (path: Path) => has(change.olds, path) && has(change.news, path);
  // If only one side has an object, the object's own row decides, and not the rows of its parts.
  const differences = placesOf(table.rows).flatMap((place) =>
    place.wholes.every(isOnBothSides) ? difference(place, change, unknowns) : [],
  );
  differences.push(...(table.stateDifferences?.(change) ?? []).filter((extra) => !covered(differences, extra)));
  const effective = differences
    .filter(({ effect }) => effect.kind !== "none")
    .map((one) => ({ ...one, ...present({ notice: noticeOf(table, one, change) }) }));
  const replacing = effective.filter(({ effect }) => effect.kind === "replace");
  const terms = table.onReplace?.(change) ?? {};
  const certain = replacing.filter((difference) => isCertain(table, difference, unknowns));
  const refusal =
    replacing.length === 0
      ? table.refuseUpdate?.(change, effective)
      : refusalOf(certain, terms, { ...change, live: { ...change.undeclared, ...table.onPlatform?.(change.state) } });
  return {
    differences: effective,
    replaces: replacing,
    terms,
    refusals: refusal === undefined ? [] : [refusal],
    ...(terms.refusedUnless === undefined || unknowns.length > 0 ? {} : { refusedIfReplaced: acceptance(terms) }),
  };
}

function noticeOf(table: ChangeTable, difference: Difference, change: Change) {
  const { effect, stateNotice } = difference;
  if (effect.kind !== "update" || stateNotice !== undefined) return undefined;
  return table.notice?.(difference, change) ?? notices[effect.impact];
}

/**
 * Tells whether the effect of a difference is certain. A rule with a condition may read any input, so one unknown input
 * makes the effect uncertain.
 */
function isCertain(table: ChangeTable, { path, operation }: Difference, unknowns: readonly Path[]) {
  if (unknowns.length === 0) return true;
  const row = table.rows.find((candidate) => candidate.path === formatPath(path));
  const unconditional = row !== undefined && !("condition" in row[operation]);
  return unconditional && !unknowns.some((unknown) => overlaps(unknown, path));
}

function covered(differences: readonly Difference[], extra: Difference): boolean {
  return differences.some(({ path }) => isDeepStrictEqual(path, extra.path));
}

/** A row with its relations to the other rows of its table. Podwright computes these relations once for each table. */
interface Place {
  readonly row: Row;
  readonly path: Path;
  /** Objects that contain the row's path. */
  readonly wholes: readonly Path[];
  readonly hasParts: boolean;
}

const places = new WeakMap<readonly Row[], readonly Place[]>();

function placesOf(rows: readonly Row[]): readonly Place[] {
  const known = places.get(rows);
  if (known !== undefined) return known;
  const made = rows.map((row) => ({
    row,
    path: parsePath(row.path),
    wholes: rows.filter((other) => isPartOf(row, other)).map(({ path }) => parsePath(path)),
    hasParts: rows.some((other) => isPartOf(other, row)),
  }));
  places.set(rows, made);
  return made;
}

function isPartOf(part: Row, whole: Row): boolean {
  return part.path.startsWith(`${whole.path}.`) || part.path.startsWith(`${whole.path}[`);
}

function difference({ row, path, hasParts }: Place, change: Change, unknowns: readonly Path[]): Difference[] {
  // An unknown value inside an object only affects the rows of the object's parts, because the object itself exists.
  const unknown = unknowns.some((place) => overlaps(place, path) && !(hasParts && place.length > path.length));
  const before = valueAt(change.olds, path);
  const after = valueAt(change.news, path);
  if (unknown) {
    const operation = has(change.olds, path) ? "change" : "add";
    return [{ path, operation, effect: pessimistic(row[operation]), isOpen: true, ...changedKeys(row, before, after) }];
  }
  // If the object's parts have their own rows, the object's row only notices an object that appears or disappears.
  const isSame = hasParts ? has(change.olds, path) === has(change.news, path) : sameMeaning(row, before, after);
  if (isSame && (hasParts || !isPutBack(row, path, change))) return [];
  const operation = !has(change.olds, path) ? "add" : !has(change.news, path) ? "remove" : "change";
  const effect = isThereAlready(row, path, change) ? recorded : decide(row[operation], change);
  return [{ path, operation, effect, ...changedKeys(row, before, after) }];
}

function has(values: unknown, path: Path): boolean {
  const value = valueAt(values, path);
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function decide(rule: Rule, change: Change): Effect {
  if (!("condition" in rule)) return rule;
  return rule.when(change) ? rule.effect : rule.otherwise;
}

function pessimistic(rule: Rule): Effect {
  if (!("condition" in rule)) return rule;
  return rule.effect.kind === "replace" ? rule.effect : rule.otherwise;
}

/** Returns the changed keys of an input that is a map. An absent map equals an empty map. */
function changedKeys(
  { unset }: { readonly unset?: unknown },
  before: unknown,
  after: unknown,
): { readonly keys?: ChangedKeys } {
  const [olds, news] = [before ?? unset, after ?? unset];
  if (!isRecord(unset) || !isRecord(olds) || !isRecord(news)) return {};
  const [old, now] = [Object.keys(olds), Object.keys(news)];
  return {
    keys: {
      changed: now.filter((key) => Object.hasOwn(olds, key) && !isDeepStrictEqual(olds[key], news[key])),
      added: now.filter((key) => !Object.hasOwn(olds, key)),
      removed: old.filter((key) => !Object.hasOwn(news, key)),
    },
  };
}
