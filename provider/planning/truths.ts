import { givenValue, type Meaning, sameMeaning, valueToSend } from "../../client/values/meaning";
import { isRecord, type Path, type Values, valueAt } from "../values/values";

/** The four truths about a resource. An update compares them with the live values; ARCHITECTURE.md has the picture. */
export interface Truths<Inputs = Values> {
  /** The program's inputs at the last update, even if that update failed half way. */
  readonly olds: Partial<Inputs>;
  /** The program's inputs now. */
  readonly news: Partial<Inputs>;
  /** The outputs as last recorded: the live values of declared inputs among them. */
  readonly state: Values;
  /** The live values of inputs that the old program left out, as last recorded. */
  readonly undeclared?: Values;
}

/** The part of an input's row that decides whether an update sends the input. */
interface Facts extends Meaning {
  /** The value that removing the input sends. Without it, removing sends `unset`. */
  readonly removed?: unknown;
  /** Present if each key of a map is its own input. */
  readonly platformKeys?: RegExp;
}

/** One input, or one key of a map. */
interface Place {
  readonly before: unknown;
  readonly after: unknown;
  /** Absent if the state does not hold the input. */
  readonly recorded?: { readonly value: unknown };
}

/**
 * The rule: an update leaves an input alone if the program neither changed it nor begins to declare it, and the last update
 * reached it. Then any live value stays.
 */
function isUntouched(meaning: Meaning, { before, after, recorded }: Place): boolean {
  const begins = before === undefined && after !== undefined;
  const isMissed = recorded !== undefined && !sameMeaning(meaning, recorded.value, after);
  return !begins && !isMissed && sameMeaning(meaning, before, after);
}

/** Whether an update leaves an input alone. A map begins key by key, so an empty map begins nothing. */
export function isLeftAlone(facts: Facts, name: string, { olds, news, state }: Truths): boolean {
  const { unset, platformKeys } = facts;
  const [before, after] = [olds[name], news[name]].map((value) => (platformKeys ? (value ?? unset) : value));
  return isUntouched(facts, { before, after, ...(name in state && { recorded: { value: state[name] } }) });
}

/** The value of an input that an update sends; `undefined` for none. */
export function sentValue(facts: Facts, name: string, truths: Truths, live: unknown): unknown {
  if (isLeftAlone(facts, name, truths)) return undefined;
  if (facts.platformKeys !== undefined) return valueToSend(facts, wantedKeys(name, live, truths), live);
  return valueToSend(facts, givenValue(facts, truths.news[name]) ?? facts.removed, live);
}

/** The keys of a map that an update leaves alone, with the program's values. */
export function keysLeftAlone(name: string, truths: Truths): Values {
  const { recorded, before, after } = mapsOf(name, truths);
  const untouched = Object.entries(after).filter(([key, value]) =>
    isUntouched({}, { before: before[key], after: value, recorded: { value: recorded[key] } }),
  );
  return Object.fromEntries(untouched);
}

/** RunPod replaces the whole map, so the update repeats outside additions and changes. */
function wantedKeys(name: string, live: unknown, truths: Truths): Values {
  const { recorded, before, after } = mapsOf(name, truths);
  const ours = { ...recorded, ...before, ...after };
  const left = keysLeftAlone(name, truths);
  const isOurs = ([key]: readonly [string, unknown]) => Object.hasOwn(ours, key) && !Object.hasOwn(left, key);
  const others = Object.entries((live ?? {}) as Values).filter((entry) => !isOurs(entry));
  return Object.fromEntries([...others, ...Object.entries(after).filter(isOurs)]);
}

/** The maps of one input, empty if absent. */
function mapsOf(name: string, { olds, news, state }: Truths) {
  const [recorded = {}, before = {}, after = {}] = [state, olds, news].map(
    (values) => values[name] as Values | undefined,
  );
  return { recorded, before, after };
}

/** Truths that leave no declared input alone: an update then makes each live value as the program says. */
export function leavingNothingAlone(news: Values, live: Values): Truths {
  return { olds: {}, news, state: live };
}

/** Whether the program only begins to declare the recorded live value, so that an update sends nothing. */
export function isThereAlready(facts: Facts, path: Path, { olds, news, undeclared }: Truths): boolean {
  const [known, before, after] = [undeclared, olds, news].map((values) => valueAt(values, path));
  if (known === undefined || after === undefined) return false;
  if (facts.platformKeys === undefined) return before === undefined && sameMeaning(facts, known, after);
  if (!isRecord(known) || !isRecord(after)) return false;
  const declaredNow = Object.entries(known).filter(([key]) => Object.hasOwn(after, key));
  return sameMeaning(facts, { ...Object.fromEntries(declaredNow), ...(isRecord(before) ? before : {}) }, after);
}

/** Whether the program begins to declare an input with another value than the recorded live one. */
export function isPutBack(facts: Facts, path: Path, { olds, news, undeclared }: Truths): boolean {
  const [known, before, after] = [undeclared, olds, news].map((values) => valueAt(values, path));
  const begins = known !== undefined && before === undefined && after !== undefined;
  return begins && facts.platformKeys === undefined && !sameMeaning(facts, known, after);
}
