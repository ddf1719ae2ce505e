import { isDeepStrictEqual } from "node:util";
import { type ChangedKeys, changedKeys } from "./changed-keys";
import { acceptance, refusalOf } from "./refusal";
import { formatPath, isRecord, overlaps, type Path, parsePath, present, type Values, valueAt } from "./values";

/** When an update in place becomes true on the platform. */
export type Impact =
  /** at once, nothing running is disturbed */
  | "live"
  /** the container is reset: what it wrote outside its mounts is lost */
  | "reset"
  /** a restart follows to make it true */
  | "restart"
  /** the platform's start or stop action */
  | "action"
  /** nothing is sent: it only steers what the provider does later */
  | "recorded";

export type Effect =
  | { readonly kind: "update"; readonly impact: Impact }
  | { readonly kind: "replace"; readonly why: string }
  | { readonly kind: "none"; readonly why: string };

export interface Conditional {
  /** The condition in words, for the documentation. */
  readonly condition: string;
  readonly when: (change: Change) => boolean;
  readonly effect: Effect;
  readonly otherwise: Effect;
}

export type Rule = Effect | Conditional;

/** How values of one input are compared. */
export interface RowFacts {
  /** What leaving the input out means; an input that is absent equals this value. */
  readonly unset?: unknown;
  /** What removing the input sends, where leaving it out at create lets the platform choose. */
  readonly removed?: unknown;
  /** `set`: the order of the elements carries no meaning. `text`: an empty text is no text. */
  readonly compare?: "set" | "text";
  /** A map each of whose keys is an input of its own. Keys that match are the platform's and ours, not a program's. */
  readonly platformKeys?: RegExp;
}

/** What adding, changing and removing one input means. */
export interface Row extends RowFacts {
  readonly path: string;
  readonly add: Rule;
  readonly change: Rule;
  readonly remove: Rule;
}

/** One difference between two sets of inputs, with what it means. */
export interface Difference {
  readonly path: Path;
  readonly operation: "add" | "change" | "remove";
  readonly effect: Effect;
  /** What a preview says of changing it: `resets the running container`. */
  readonly notice?: string;
  /** The same where no input differs: `is EXITED, not RUNNING: it is started`. */
  readonly stateNotice?: string;
  /** The keys that differ in a map. Never a value. */
  readonly keys?: ChangedKeys;
}

/** What the rules of a table may look at. `state` holds the recorded outputs. */
export interface Change<Inputs = Values> {
  readonly olds: Partial<Inputs>;
  readonly news: Partial<Inputs>;
  readonly state: Values;
  /** What is recorded of inputs that the old program left out. */
  readonly undeclared?: Values;
}

/** What a replacement of this resource would do beyond being a replacement. */
export interface ReplacementTerms {
  /** Delete the old one before the new one is created, and why. */
  readonly deleteFirst?: string;
  /** What is destroyed with the old one, as a sentence. Shown as a warning at preview. */
  readonly destroys?: string;
  /** The input that accepts the loss, as a program writes it. Without it the replacement is refused. */
  readonly refusedUnless?: string;
}

/** What a kind of resource says of changes beyond its rows. */
export interface ChangeHooks<Inputs = Values> {
  /** Differences no input shows, such as a pod that is recorded as stopped although it should run. */
  readonly stateDifferences?: (change: Change<Inputs>) => Difference[];
  readonly onReplace?: (change: Change<Inputs>) => ReplacementTerms;
  /** Inputs as the platform has them, where the recorded inputs may say something else. */
  readonly onPlatform?: (state: Values) => Values;
  /** What a preview says of changing an input, where the effect alone does not say it. */
  readonly notice?: (difference: Difference, change: Change<Inputs>) => string | undefined;
  /** Updates in place that must not happen; returns the sentence with which they are refused. */
  readonly refuseUpdate?: (change: Change<Inputs>, differences: readonly Difference[]) => string | undefined;
}

export interface ChangeTable extends ChangeHooks {
  readonly rows: readonly Row[];
  /** Inputs that a create sends under their own name. */
  readonly created: readonly string[];
  /** Inputs that an update in place sends. */
  readonly updatable: readonly string[];
  /** Inputs whose value the platform reports: where a program leaves one out, that value is recorded as an output. */
  readonly observed: readonly string[];
  /** Inputs that cost money or decide what runs: a change from outside counts although no program declares it. */
  readonly consequential: readonly string[];
}

export interface Plan {
  readonly differences: readonly Difference[];
  readonly replaces: readonly Difference[];
  /** What any replacement would do. The engine may replace where the plan does not, as `replaceOnChanges` asks it to. */
  readonly terms: ReplacementTerms;
  readonly refusals: readonly string[];
  /** Why a replacement would be refused that only the engine has a reason for. */
  readonly refusedIfReplaced?: string;
}

const notices: Readonly<Partial<Record<Impact, string>>> = {
  reset: "resets the running container: what it wrote outside its mounts is lost",
  restart: "restarts the pod",
  recorded: "is only recorded: nothing is sent to the platform",
};

export const live: Effect = { kind: "update", impact: "live" };
export const resets: Effect = { kind: "update", impact: "reset" };
export const restarts: Effect = { kind: "update", impact: "restart" };
export const startsOrStops: Effect = { kind: "update", impact: "action" };
export const recorded: Effect = { kind: "update", impact: "recorded" };
export const replaces = (why: string): Effect => ({ kind: "replace", why });
/** One that grows in place; a smaller one is what `otherwise` says. */
export function grows(path: string, effect: Effect, otherwise: Effect): Conditional {
  const size = (inputs: Values) => Number(valueAt(inputs, parsePath(path)) ?? 0);
  return { condition: "the size grows", when: ({ olds, news }) => size(news) > size(olds), effect, otherwise };
}
export const ignored = (why: string): Effect => ({ kind: "none", why });

/** Whether two values of a row mean the same: absent equals the row's `unset` value. */
export function sameMeaning(row: Pick<Row, "unset" | "compare">, a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(canonical(row, a), canonical(row, b));
}

function canonical(row: Pick<Row, "unset" | "compare">, value: unknown): unknown {
  const given = (row.compare === "text" && value === "" ? undefined : value) ?? row.unset ?? null;
  return row.compare === "set" && Array.isArray(given) ? [...given].sort() : given;
}

/**
 * Compares two sets of inputs by the table. `unknowns` are the places of `news` whose value is not known yet: one
 * that could replace is planned as a replacement, and none is ever a reason to refuse.
 */
export function plan(table: ChangeTable, change: Change, unknowns: readonly Path[] = []): Plan {
  const differences = table.rows.flatMap((row) =>
    wholeIsOnBothSides(table, row, change) ? difference(row, change, unknowns, partsOf(table, row).length > 0) : [],
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
    ...(terms.refusedUnless === undefined || effective.length === 0 || unknowns.length > 0
      ? {}
      : { refusedIfReplaced: acceptance(terms) }),
  };
}

function noticeOf(table: ChangeTable, difference: Difference, change: Change) {
  const { effect, stateNotice } = difference;
  if (effect.kind !== "update" || stateNotice !== undefined) return undefined;
  return table.notice?.(difference, change) ?? notices[effect.impact];
}

/** A rule with a condition may look at any input, so one unknown anywhere leaves it open. */
function isCertain(table: ChangeTable, { path, operation }: Difference, unknowns: readonly Path[]) {
  if (unknowns.length === 0) return true;
  const row = table.rows.find((candidate) => candidate.path === formatPath(path));
  const unconditional = row !== undefined && !("condition" in row[operation]);
  return unconditional && !unknowns.some((unknown) => overlaps(unknown, path));
}

function covered(differences: readonly Difference[], extra: Difference): boolean {
  return differences.some(({ path }) => isDeepStrictEqual(path, extra.path));
}

function isPartOf(part: string, whole: string): boolean {
  return part.startsWith(`${whole}.`) || part.startsWith(`${whole}[`);
}

/** The rows about parts of what `row` is about. */
function partsOf({ rows }: { readonly rows: readonly Row[] }, row: Row): readonly Row[] {
  return rows.filter(({ path }) => isPartOf(path, row.path));
}

/** A part of something that only one side has is the business of the whole's own row. */
function wholeIsOnBothSides(table: ChangeTable, row: Row, change: Change) {
  return table.rows
    .filter((other) => isPartOf(row.path, other.path))
    .every(({ path }) => has(change.olds, parsePath(path)) && has(change.news, parsePath(path)));
}

function difference(row: Row, change: Change, unknowns: readonly Path[], hasParts: boolean): Difference[] {
  const path = parsePath(row.path);
  // An unknown inside a whole is the business of its parts: that the whole is there is known.
  const unknown = unknowns.some((place) => overlaps(place, path) && !(hasParts && place.length > path.length));
  const before = valueAt(change.olds, path);
  const after = valueAt(change.news, path);
  if (unknown) {
    const operation = has(change.olds, path) ? "change" : "add";
    return [{ path, operation, effect: pessimistic(row[operation]), ...changedKeys(row, before, after) }];
  }
  // Where parts have rows of their own, the whole's row is only about being there at all.
  if (hasParts ? has(change.olds, path) === has(change.news, path) : sameMeaning(row, before, after)) return [];
  const operation = !has(change.olds, path) ? "add" : !has(change.news, path) ? "remove" : "change";
  const effect = isThereAlready(row, change) ? recorded : decide(row[operation], change);
  return [{ path, operation, effect, ...changedKeys(row, before, after) }];
}

/** Whether a program only begins to declare what the platform has anyway. */
function isThereAlready(row: Row, { olds, news, undeclared }: Change): boolean {
  const [known, before, after] = [undeclared, olds, news].map((values) => valueAt(values, parsePath(row.path)));
  if (known === undefined || after === undefined) return false;
  if (row.platformKeys === undefined) return before === undefined && sameMeaning(row, known, after);
  if (!isRecord(known) || !isRecord(after)) return false;
  const declaredNow = Object.entries(known).filter(([key]) => Object.hasOwn(after, key));
  return sameMeaning(row, { ...Object.fromEntries(declaredNow), ...(isRecord(before) ? before : {}) }, after);
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
