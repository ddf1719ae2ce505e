import { MASK } from "./secret";
import { base64Forms, partsOf, plainForms, SHORTEST_ANYWHERE, SHORTEST_IN_ANY_CASE } from "./spellings";

interface MaskingOptions {
  /** Where to mask a value of up to three characters, because such values also occur in harmless text. Default `words`. */
  readonly short?: "words" | "quotes";
}

/**
 * Returns a function that replaces secret values in texts that users see or that are stored unencrypted. The function finds all
 * spellings of a value. It computes only those that the text may contain, because a job's input may have thousands of values or
 * many megabytes.
 */
export function maskerOf(
  secrets: Iterable<string>,
  { short = "words" }: MaskingOptions = {},
): (text: string) => string {
  const values = [...secrets];
  const parts = [...new Set(values.flatMap(partsOf))].map((part) => new Part(part));
  const inAnyCase = [...new Set(values.map((value) => value.trim().toLowerCase()))].filter(
    ({ length }) => length >= SHORTEST_IN_ANY_CASE,
  );
  return (text) => {
    const lower = text.toLowerCase();
    let decoded: string | undefined;
    const searched = {
      ...{ text, lower, isCut: text.includes(CUT) },
      decoded: () => {
        decoded ??= decodedIn(text);
        return decoded;
      },
    };
    const forms = new Set(parts.flatMap((part) => part.formsFor(searched)));
    // A few letters change their length in lower case, and the places in both texts would then differ.
    const folded = lower.length === text.length ? inAnyCase.flatMap((form) => spansOf(form, lower, short)) : [];
    return without(text, [
      ...[...forms].flatMap((form) => [...spansOf(form, text, short), ...cutSpansOf(form, text)]),
      ...folded,
    ]);
  };
}

interface Searched {
  readonly text: string;
  readonly lower: string;
  readonly isCut: boolean;
  /** Returns the bytes that the text contains in base64. */
  readonly decoded: () => string;
}

/**
 * Decodes everything in the text that may be base64. A run may begin in the middle of a group of four characters, so each run is
 * decoded at each of the four places.
 */
function decodedIn(text: string): string {
  // A pattern for whole runs would fail at a run of some megabytes.
  const runs = text.split(/[^\w+/-]/).filter(({ length }) => length >= SHORTEST_ANYWHERE);
  const bytes = runs.flatMap((run) => ["", "A", "AA", "AAA"].map((before) => Buffer.from(before + run, "base64")));
  return bytes.map((one) => one.toString("latin1")).join("\n");
}

/** Characters of a part whose runs are sought, and the most characters of a run. More of them exclude hardly any further text. */
const SOUGHT = 200;
const LONGEST_RUN = 24;

/** What all spellings of a part keep. */
interface Kept {
  /** The runs of characters that no spelling changes. */
  readonly runs: readonly string[];
  /** The beginning of the part, as far as no spelling changes it. A text that is cut has at least this. */
  readonly start: string;
}

/** A part of a secret. */
class Part {
  readonly #part: string;
  /** In lower case. */
  readonly #kept: Kept;
  readonly #keptInBase64: Kept;
  #known: { plain?: readonly string[]; base64?: readonly string[] } = {};

  constructor(part: string) {
    const head = part.slice(0, SOUGHT);
    const runs = (head.match(/[\w.-]+/g) ?? []).map((run) => run.slice(0, LONGEST_RUN));
    const start = (/^[\w.-]*/.exec(head)?.[0] ?? "").slice(0, SHORTEST_ANYWHERE);
    this.#part = part;
    // The lower case of the whole part could contain ASCII letters that stand for others, and no escape has these.
    this.#kept = { runs: runs.map((run) => run.toLowerCase()), start: start.toLowerCase() };
    // The first and the last byte of a part may share their characters with other bytes.
    const bytes = Buffer.from(head.slice(0, SHORTEST_ANYWHERE)).toString("latin1");
    this.#keptInBase64 = { runs: runs.map((run) => run.slice(1, -1)), start: bytes.slice(1, 3) };
  }

  /** Returns the spellings that the text may contain, whole or up to a cut. */
  formsFor({ text, lower, isCut, decoded }: Searched): readonly string[] {
    const fits = this.#part.length <= text.length;
    const mayBeIn = (within: string, { runs, start }: Kept) =>
      (fits && runs.every((run) => within.includes(run))) || (isCut && within.includes(start));
    const isPlain = mayBeIn(lower, this.#kept);
    const isBase64 = this.#part.length >= SHORTEST_IN_ANY_CASE && mayBeIn(decoded(), this.#keptInBase64);
    if (!isPlain && !isBase64) return [];
    // Only the beginning of a longer part fits, before a cut.
    const known = fits ? this.#known : {};
    const most = Math.max(text.length, SHORTEST_IN_ANY_CASE);
    const part = fits ? this.#part : beginningOf(this.#part, most);
    if (isPlain) known.plain ??= plainForms(part);
    if (isBase64) known.base64 ??= base64Forms(part);
    return [...((isPlain && known.plain) || []), ...((isBase64 && known.base64) || [])];
  }
}

/** Returns the first characters of a text, and one more if the cut would leave half of a character, which has no form in a URL. */
function beginningOf(text: string, length: number): string {
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length + 1 : length);
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
