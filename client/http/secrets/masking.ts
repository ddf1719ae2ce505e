import { MASK } from "./secret";
import { SHORTEST_ANYWHERE, SHORTEST_IN_ANY_CASE, spellingsOf } from "./spellings";

interface MaskingOptions {
  /** Where to mask a value of up to three characters, because such values also occur in harmless text. Default `words`. */
  readonly short?: "words" | "quotes";
}

/**
 * Returns a function that replaces secret values in texts that users see or that are stored unencrypted. The function finds all
 * spellings of a value.
 */
export function maskerOf(
  secrets: Iterable<string>,
  { short = "words" }: MaskingOptions = {},
): (text: string) => string {
  const values = [...secrets];
  const forms = [...new Set(values.flatMap(spellingsOf))];
  const inAnyCase = [...new Set(values.map((value) => value.trim().toLowerCase()))].filter(
    ({ length }) => length >= SHORTEST_IN_ANY_CASE,
  );
  return (text) => {
    const lower = text.toLowerCase();
    // A few letters change their length in lower case, and the places in both texts would then differ.
    const folded = lower.length === text.length ? inAnyCase.flatMap((form) => spansOf(form, lower, short)) : [];
    return without(text, [
      ...forms.flatMap((form) => [...spansOf(form, text, short), ...cutSpansOf(form, text)]),
      ...folded,
    ]);
  };
}

type Span = readonly [from: number, to: number];

function spansOf(form: string, text: string, short: "words" | "quotes"): Span[] {
  const spans: Span[] = [];
  for (let from = text.indexOf(form); from >= 0; from = text.indexOf(form, from + 1)) {
    const to = from + form.length;
    const [before, after] = [text.charAt(from - 1), text.charAt(to)];
    if (form.length >= SHORTEST_ANYWHERE || stands[short](before, after)) spans.push([from, to]);
  }
  return spans;
}

/** Sign that stands for the removed rest of a text. */
const CUT = "…";

/** Finds beginnings of a secret right before a cut. A library that shortens a text does not know which parts are secret. */
function cutSpansOf(form: string, text: string): Span[] {
  const spans: Span[] = [];
  for (let cut = text.indexOf(CUT); cut >= 0; cut = text.indexOf(CUT, cut + 1)) {
    for (let length = Math.min(form.length - 1, cut); length >= SHORTEST_ANYWHERE; length -= 1) {
      if (!text.startsWith(form.slice(0, length), cut - length)) continue;
      spans.push([cut - length, cut]);
      break;
    }
  }
  return spans;
}

/** Whether a short value stands alone between two characters. `""` is an end of the text. */
const stands = {
  words: (before: string, after: string) => !/[\w.]/.test(before) && !/[\w.]/.test(after),
  quotes: (before: string, after: string) => before === after && /['"`]/.test(before),
};

/** Replaces the spans in a text. Joins spans that touch, so that no part of a secret remains between them. */
function without(text: string, spans: readonly Span[]): string {
  let masked = "";
  let end = 0;
  for (const [from, to] of [...spans].sort(([a], [b]) => a - b)) {
    if (from > end || masked === "") masked += `${text.slice(end, from)}${MASK}`;
    end = Math.max(end, to);
  }
  return masked + text.slice(end);
}
