import { asCalled } from "../../kernel/as-called";
import { sameMeaning } from "../../kernel/meaning";
import { formatPath, isRecord, type Path, parsePath, type Values, valueAt } from "../../kernel/values";
import { outputsAfter, rowOf } from "./patch";
import type { ChangeTable } from "./rules";
import type { Truths } from "./truths";

/*
 * The program leaves some inputs out, and RunPod reports values for them. The baseline has the values that the last
 * create, update or import left. A refresh writes the live values into the state, so without the baseline it would hide
 * each outside change.
 */

/** Hidden output with the baseline. */
const baselineName = "__baseline";

/** Hidden output that lists the paths of recorded but undeclared values. */
export const undeclaredName = "__undeclared";

/** The place of the former values in the outputs. Some of them are secret. */
export const formerPlace = [baselineName, "former"] as const;

/** The differences between the recorded values and the baseline. Without a difference, both values are the same. */
export interface Baseline {
  /** Undeclared inputs that RunPod reported without a value, and maps. Only there can a value appear outside Pulumi. */
  readonly open: readonly string[];
  /** Paths of undeclared inputs that changed outside Pulumi. */
  readonly changed: readonly string[];
  /** The changed paths that had no value before. */
  readonly appeared: readonly string[];
  /** The values of the other changed paths before the change. */
  readonly former: Values;
}

/** Returns the hidden output of a resource whose live values are the baseline. */
export function freshBaseline(table: ChangeTable, declared: Values, live: Values): Values {
  const isMap = (name: string) => rowOf(table, name).platformKeys !== undefined && live[name] !== undefined;
  const isEmpty = (name: string) => live[name] === null && declared[name] === undefined;
  return { [baselineName]: { open: table.observed.filter((name) => isMap(name) || isEmpty(name)) } };
}

export function withoutBaseline({ [baselineName]: _, ...outputs }: Values): Values {
  return outputs;
}

/** Returns the baseline in the outputs of a resource. Older releases recorded none. */
export function baselineIn(outputs: Values | undefined): Baseline | undefined {
  const found = outputs?.[baselineName];
  if (!isRecord(found)) return undefined;
  const { open, changed, appeared, former } = found;
  return {
    open: texts(open),
    changed: texts(changed),
    appeared: texts(appeared),
    former: isRecord(former) ? former : {},
  };
}

type Report = (line: string) => void;

/** Returns the outputs of a read with the baseline of the recorded outputs, and reports new outside changes. */
export function afterRead(table: ChangeTable, recorded: Values, live: Values, report: Report): Values {
  const { outputs, found } = keepingBaseline(table, recorded, live);
  if (found.length > 0) report(baselineLine(found));
  return outputs;
}

/**
 * Keeps the baseline through an update. `found` takes the outputs before the update, and `after` returns the outputs for
 * the state.
 */
export function throughUpdate(table: ChangeTable, recorded: Values, truths: Truths, report: Report) {
  let before = recorded;
  return {
    found: (live: Values): void => {
      before = afterRead(table, recorded, live, report);
    },
    after: (outputs: Values): Values => carryingBaseline(table, before, outputsAfter(table, outputs, truths)),
  };
}

/** The result of a comparison with the baseline. */
export interface Compared {
  /** The live outputs, with the baseline of the recorded outputs. */
  readonly outputs: Values;
  /** Paths that changed since the recorded outputs. */
  readonly found: readonly string[];
}

/**
 * Returns the outputs of a read with the baseline of the recorded outputs. An undeclared input that differs from the
 * baseline stays a difference until its value returns, the program declares it, or a create or import begins again.
 */
export function keepingBaseline(table: ChangeTable, recorded: Values, live: Values): Compared {
  const { before, after } = { before: undeclaredIn(recorded), after: undeclaredIn(live) };
  if (before === undefined || after === undefined) return { outputs: live, found: [] };
  const known = baselineIn(recorded);
  const openBefore = new Set(known?.open ?? table.observed.filter((name) => name in recorded));
  const openNow = new Set(baselineIn(live)?.open);
  const changed = (known?.changed ?? []).filter((path) => !isDeclared(live, after, path));
  const appeared = (path: string) =>
    !before.has(path) && valueAt(recorded, parsePath(path)) === undefined && openBefore.has(topOf(path));
  const isSame = (path: string, former: unknown) =>
    sameMeaning(rowOf(table, topOf(path)), former, valueAt(live, parsePath(path)));
  const found = [...new Set([...before, ...after])].filter(
    (path) =>
      (after.has(path) || openNow.has(topOf(path))) &&
      !isDeclared(live, after, path) &&
      (before.has(path) || appeared(path)) &&
      !isSame(path, valueAt(recorded, parsePath(path))),
  );
  const formerOf = (path: string) => valueAt(changed.includes(path) ? known?.former : recorded, parsePath(path));
  const differing = [...new Set([...changed, ...found])].filter((path) => !isSame(path, formerOf(path))).sort();
  return { outputs: withChanges(live, differing, formerOf), found: found.filter((path) => differing.includes(path)) };
}

/**
 * Returns the outputs of an update with the differences that the update left. Other values may be consequences of the
 * update itself, so they are the new baseline.
 */
export function carryingBaseline(table: ChangeTable, before: Values, after: Values): Values {
  const [known, declared] = [baselineIn(before), undeclaredIn(after)];
  if (known === undefined || declared === undefined) return after;
  const formerOf = (path: string) => valueAt(known.former, parsePath(path));
  const left = known.changed.filter(
    (path) =>
      !isDeclared(after, declared, path) &&
      !sameMeaning(rowOf(table, topOf(path)), formerOf(path), valueAt(after, parsePath(path))),
  );
  return withChanges(after, left, formerOf);
}

/** Returns the line of a refresh that found outside changes. It has no values, because some of them are secret. */
export function baselineLine(found: readonly string[]): string {
  const them = found.length === 1 ? "it" : "them";
  return asCalled(
    `${found.join(", ")} changed outside Pulumi. The program leaves ${them} out, so Pulumi keeps the change: \`podwright drift\` reports it until the program declares a value or a rule accepts it`,
  );
}

function withChanges(outputs: Values, changed: readonly string[], formerOf: (path: string) => unknown): Values {
  if (changed.length === 0) return outputs;
  const appeared = changed.filter((path) => formerOf(path) === undefined);
  const others = changed.filter((path) => !appeared.includes(path));
  const former = others.reduce((all: Values, path) => put(all, parsePath(path), formerOf(path)), {});
  return { ...outputs, [baselineName]: { ...(outputs[baselineName] as Values), changed, appeared, former } };
}

function put(values: Values, [key = "", ...rest]: Path, value: unknown): Values {
  const inner = values[key];
  return { ...values, [key]: rest.length === 0 ? value : put(isRecord(inner) ? inner : {}, rest, value) };
}

/** Returns the paths of the undeclared values in the outputs of a resource. */
export function undeclaredIn(outputs: Values): ReadonlySet<string> | undefined {
  const list = outputs[undeclaredName];
  return Array.isArray(list) ? new Set(list.map(String)) : undefined;
}

/** Tells whether the program declares the value at the path. */
function isDeclared(outputs: Values, undeclared: ReadonlySet<string>, path: string): boolean {
  return !undeclared.has(path) && valueAt(outputs, parsePath(path)) !== undefined;
}

function topOf(path: string): string {
  return formatPath(parsePath(path).slice(0, 1));
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
