import { isRecord } from "../../../kernel/values";
import { isMarked } from "../../assumptions/ledger";

/** Largest number of a list's items in a recording. Further items would show nothing new. */
const MOST_ITEMS = 3;
const MOST_TEXTS = 20;
/** Longest text and greatest depth in a recording. Larger values come from a probe that tests RunPod's limits. */
const LONGEST_TEXT = 2_000;
const DEEPEST = 20;

/** The part of a body that a recording may show. */
export interface Kept {
  readonly value: unknown;
  /** True if the recording lacks parts of the body. */
  readonly trimmed: boolean;
}

/**
 * Leaves out items that the probes did not create, and values that are too long. `isOwn` says whether an id belongs to
 * the probes.
 */
export function ownPartOf(body: unknown, isOwn: (id: string) => boolean): Kept {
  let trimmed = false;
  const leaveOut = <T>(instead: T): T => {
    trimmed = true;
    return instead;
  };
  const kept = (value: unknown, depth: number): unknown => {
    if (depth > DEEPEST) return leaveOut("[nested further]");
    if (typeof value === "string")
      return value.length > LONGEST_TEXT ? leaveOut(`[${value.length} characters]`) : value;
    if (Array.isArray(value)) {
      const own = value
        .filter((item) => !isItem(item) || isMarked(item.name) || isOwn(item.id))
        .slice(0, value.some(isItem) ? MOST_ITEMS : MOST_TEXTS);
      if (own.length < value.length) trimmed = true;
      return own.map((item) => kept(item, depth + 1));
    }
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, kept(item, depth + 1)]));
  };
  return { value: kept(body, 0), trimmed };
}

/** Returns whether an element of a list is an item with an id. */
function isItem(value: unknown): value is { readonly id: string; readonly name?: unknown } {
  return isRecord(value) && typeof value.id === "string";
}
