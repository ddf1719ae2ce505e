import { MASK } from "./secret";

interface MaskingOptions {
  /** Where to mask a value of up to three characters, because such values also occur in harmless text. Default `words`. */
  readonly short?: "words" | "quotes";
}

/** Shortest length of a value that is masked everywhere. Shorter values also occur in harmless text. */
const SHORTEST_ANYWHERE = 4;

/**
 * Returns a function that replaces secret values in texts that users see or that are stored unencrypted. The function finds all
 * spellings of a value.
 */
export function maskerOf(
  secrets: Iterable<string>,
  { short = "words" }: MaskingOptions = {},
): (text: string) => string {
  const forms = [...new Set([...secrets].flatMap(formsOf))];
  return (text) =>
    without(
      text,
      forms.flatMap((form) => [...spansOf(form, text, short), ...cutSpansOf(form, text)]),
    );
}

/**
 * Returns the spellings of a secret in texts: the value, the value without outer spaces, and each longer line of it. For each
 * of these texts, the result also contains the spellings in JSON (some writers use only ASCII) and in a URL (in a path, a query
 * or a form).
 */
function formsOf(secret: string): string[] {
  if (secret.trim() === "") return [];
  const lines = secret.split(/\r?\n/).flatMap((line) => [line, line.trim()]);
  const texts = [secret, secret.trim(), ...lines.filter(({ length }) => length >= SHORTEST_ANYWHERE)];
  const written = texts.flatMap((text) => [text, ...jsonForms(text), ...urlForms(text)]);
  return [...new Set(written)];
}

function jsonForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return [json, ascii];
}

function urlForms(text: string): string[] {
  const component = urlForm(text);
  const form = new URLSearchParams({ "": text }).toString().slice(1);
  const forms = [component, component.replaceAll("%2F", "/"), form];
  return [...forms, ...forms.map((one) => one.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()))];
}

function urlForm(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // A text with half of a surrogate pair has no URL form.
    return text;
  }
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
