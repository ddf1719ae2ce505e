import { givenValue, type Meaning, sameMeaning, valueToSend } from "../../kernel/meaning";
import { isRecord, type Path, type Values, valueAt } from "../../kernel/values";

/** The four sets of values that an update compares with the live values. ARCHITECTURE.md shows them in a picture. */
export interface Truths<Inputs = Values> {
  /** Inputs of the program at the last update, even if the update failed half way. */
  readonly olds: Partial<Inputs>;
  /** Current inputs of the program. */
  readonly news: Partial<Inputs>;
  /** Outputs in the state, with the live values of declared inputs. */
  readonly state: Values;
  /** Recorded live values of inputs that the old program left out. */
  readonly undeclared?: Values;
}

/** The facts of an input's row that decide whether an update sends the input. */
interface Facts extends Meaning {
  /** Value that Podwright sends if the program removes the input. Default: `unset`. */
  readonly removed?: unknown;
  /** Present for a map in which each key counts as an input. */
  readonly platformKeys?: RegExp;
}

/** The values of one input, or of one key of a map. */
interface Place {
  readonly before: unknown;
  readonly after: unknown;
  /** Recorded value. Absent if the state does not contain the input. */
  readonly recorded?: { readonly value: unknown };
}

/**
 * Decides whether an update leaves an input alone and keeps any live value. It does if the program neither changed the
 * input nor begins to declare it, and the last update set it.
 */
function isUntouched(meaning: Meaning, { before, after, recorded }: Place): boolean {
  const begins = before === undefined && after !== undefined;
  const isMissed = recorded !== undefined && !sameMeaning(meaning, recorded.value, after);
  return !begins && !isMissed && sameMeaning(meaning, before, after);
}

/**
 * Tells whether an update leaves an input alone. Each key of a map counts by itself, so a new empty map changes
 * nothing.
 */
export function isLeftAlone(facts: Facts, name: string, { olds, news, state }: Truths): boolean {
  const { unset, platformKeys } = facts;
  const [before, after] = [olds[name], news[name]].map((value) => (platformKeys ? (value ?? unset) : value));
  return isUntouched(facts, { before, after, ...(name in state && { recorded: { value: state[name] } }) });
}

/** Returns the value of an input that an update sends, or `undefined` if it sends none. */
export function sentValue(facts: Facts, name: string, truths: Truths, live: unknown): unknown {
  if (isLeftAlone(facts, name, truths)) return undefined;
  if (facts.platformKeys !== undefined) return valueToSend(facts, wantedKeys(name, live, truths), live);
  return valueToSend(facts, givenValue(facts, truths.news[name]) ?? facts.removed, live);
}

/** Returns the keys of a map that an update leaves alone, with the program's values. */
export function keysLeftAlone(name: string, truths: Truths): Values {
  const { recorded, before, after } = mapsOf(name, truths);
  const untouched = Object.entries(after).filter(([key, value]) =>
    isUntouched({}, { before: before[key], after: value, recorded: { value: recorded[key] } }),
  );
  return Object.fromEntries(untouched);
}

/**
 * Returns the keys that an update sends. RunPod replaces the whole map, so the update repeats outside additions and
 * changes.
 */
function wantedKeys(name: string, live: unknown, truths: Truths): Values {
  const { recorded, before, after } = mapsOf(name, truths);
  const ours = { ...recorded, ...before, ...after };
  const left = keysLeftAlone(name, truths);
  const isOurs = ([key]: readonly [string, unknown]) => Object.hasOwn(ours, key) && !Object.hasOwn(left, key);
  const others = Object.entries((live ?? {}) as Values).filter((entry) => !isOurs(entry));
  return Object.fromEntries([...others, ...Object.entries(after).filter(isOurs)]);
}

/** Returns the recorded, the old and the new map of one input. An absent map counts as empty. */
function mapsOf(name: string, { olds, news, state }: Truths) {
  const [recorded = {}, before = {}, after = {}] = [state, olds, news].map(
    (values) => values[name] as Values | undefined,
  );
  return { recorded, before, after };
}

/** Returns truths for an update that sets every declared input to the program's value. */
export function leavingNothingAlone(news: Values, live: Values): Truths {
  return { olds: {}, news, state: live };
}

/** Tells whether the program begins to declare exactly the recorded live value, so that an update sends nothing. */
export function isThereAlready(facts: Facts, path: Path, { olds, news, undeclared }: Truths): boolean {
  const [known, before, after] = [undeclared, olds, news].map((values) => valueAt(values, path));
  if (known === undefined || after === undefined) return false;
  if (facts.platformKeys === undefined) return before === undefined && sameMeaning(facts, known, after);
  if (!isRecord(known) || !isRecord(after)) return false;
  const declaredNow = Object.entries(known).filter(([key]) => Object.hasOwn(after, key));
  return sameMeaning(facts, { ...Object.fromEntries(declaredNow), ...(isRecord(before) ? before : {}) }, after);
}

/** Tells whether the program begins to declare an input with a value that differs from the recorded live value. */
export function isPutBack(facts: Facts, path: Path, { olds, news, undeclared }: Truths): boolean {
  const [known, before, after] = [undeclared, olds, news].map((values) => valueAt(values, path));
  const begins = known !== undefined && before === undefined && after !== undefined;
  return begins && facts.platformKeys === undefined && !sameMeaning(facts, known, after);
}
