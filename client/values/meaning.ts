import { isDeepStrictEqual } from "node:util";

/** How two values of one setting are compared. */
export interface Meaning {
  /** The meaning of leaving the setting out: an absent setting equals this value. */
  readonly unset?: unknown;
  /** `set`: the order of the elements carries no meaning. `text`: an empty text is no text. A function gives the form to compare. */
  readonly compare?: "set" | "text" | ((value: unknown) => unknown);
}

/** Whether two values mean the same. */
export function sameMeaning(meaning: Meaning, a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(canonical(meaning, a), canonical(meaning, b));
}

function canonical(meaning: Meaning, value: unknown): unknown {
  const given = givenValue(meaning, value) ?? meaning.unset ?? null;
  if (typeof meaning.compare === "function") return meaning.compare(given);
  return meaning.compare === "set" && Array.isArray(given) ? [...given].sort() : given;
}

/** `undefined` for an empty text that means no text. */
export function givenValue({ compare }: Meaning, value: unknown): unknown {
  return compare === "text" && value === "" ? undefined : value;
}

/**
 * The value that an update sends: `undefined` for none. An absent value without a meaning stays. A value that means the
 * same as the live one is not sent, because even an equal value could disturb a running worker or container.
 */
export function valueToSend(meaning: Meaning, wanted: unknown, live: unknown): unknown {
  const value = wanted ?? meaning.unset;
  return value === undefined || sameMeaning(meaning, value, live) ? undefined : value;
}
