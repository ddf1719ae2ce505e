import { isDeepStrictEqual } from "node:util";
import { tokensOf } from "./text";

/** How to compare two values of a setting. */
export interface Meaning {
  /** Value that an absent setting stands for. */
  readonly unset?: unknown;
  /**
   * `set`: the order of the elements has no meaning, and an absent list is empty. `text`: an empty text means no text. `tokens`:
   * the same holds for a text that is a set of names, separated by commas. A function returns the form to compare.
   */
  readonly compare?: "set" | "text" | "tokens" | ((value: unknown) => unknown);
}

/** Whether two values have the same meaning. */
export function sameMeaning(meaning: Meaning, a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(canonical(meaning, a), canonical(meaning, b));
}

function canonical(meaning: Meaning, value: unknown): unknown {
  const given = givenValue(meaning, value) ?? meaning.unset ?? null;
  if (typeof meaning.compare === "function") return meaning.compare(given);
  if (meaning.compare === "tokens") return [...new Set(tokensOf(String(given ?? "")))].sort();
  return meaning.compare === "set" && (given === null || Array.isArray(given)) ? [...(given ?? [])].sort() : given;
}

/** Returns the value, or `undefined` for an empty text that means no text. */
export function givenValue({ compare }: Meaning, value: unknown): unknown {
  return (compare === "text" || compare === "tokens") && value === "" ? undefined : value;
}

/**
 * Returns the value that an update sends, or `undefined` to send nothing. There is nothing to send if the program gives no
 * value and the setting has no default, or if the value has the same meaning as the live value. Even an equal value could
 * disturb a running worker or container.
 */
export function valueToSend(meaning: Meaning, wanted: unknown, live: unknown): unknown {
  const value = wanted ?? meaning.unset;
  return value === undefined || sameMeaning(meaning, value, live) ? undefined : value;
}
