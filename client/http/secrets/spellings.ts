/** Shortest length of a value that is masked everywhere. Shorter values also occur in harmless text. */
export const SHORTEST_ANYWHERE = 4;

/** Shortest length of a value that is masked in another case and in base64. A shorter value, such as `info`, is often a word. */
export const SHORTEST_IN_ANY_CASE = 8;

/** Returns the parts of a secret that a text may show: the secret, the secret without outer spaces, and each longer line of it. */
export function partsOf(secret: string): string[] {
  if (secret.trim() === "") return [];
  const lines = secret.split(/\r?\n/).flatMap((line) => [line, line.trim()]);
  return [secret, secret.trim(), ...lines.filter(({ length }) => length >= SHORTEST_ANYWHERE)];
}

/**
 * Returns the spellings of a text: in JSON, in JSON within JSON, in a URL (in a path, a query or a form), in HTML, and with the
 * escapes of programs and web servers. Each of them keeps the text's letters, digits, dots, underscores and dashes, perhaps in
 * another case.
 */
export function plainForms(text: string): string[] {
  const json = jsonForms(text);
  const forms = [
    text,
    ...json,
    ...json.flatMap(jsonForms),
    ...urlForms(text),
    ...htmlForms(text),
    ...escapedForms(text),
  ];
  return [...new Set(forms)];
}

function jsonForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${hex(unit, 4)}`);
  // Some writers escape a slash, and some also escape the characters that HTML gives a meaning.
  const slashes = json.replaceAll("/", "\\/");
  const safe = text.replace(/["'&<>+\u0080-\uffff]/g, (unit) => `\\u${hex(unit, 4)}`);
  return [json, ascii, slashes, ...bothCases(safe, /\\u[\da-f]{4}/g)];
}

function urlForms(text: string): string[] {
  // A URL has no form for half of a character, and programs replace it.
  const component = encodeURIComponent(text.toWellFormed());
  const form = new URLSearchParams({ "": text }).toString().slice(1);
  return [component, component.replaceAll("%2F", "/"), form].flatMap((one) => bothCases(one, /%[0-9A-F]{2}/g));
}

const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Returns the forms that a template engine or a library writes: names, decimal or hexadecimal numbers, or some of each. */
function htmlForms(text: string): string[] {
  // Without such a character, every form is the text itself.
  if (!/["'&<>]/.test(text)) return [];
  // Some writers leave an apostrophe as it is, which makes a difference only for a text that has one.
  const classes = text.includes("'") ? [/["'&<>]/g, /["&<>]/g] : [/["&<>]/g];
  const withNames = text.replace(/[&<>"]/g, (one) => named[one] ?? one);
  const quotes = ["'", "&#39;", "&#x27;", "&#039;", "&apos;"].map((quote) => withNames.replaceAll("'", quote));
  const numbered = withNames.replaceAll("&quot;", "&#34;").replaceAll("'", "&#39;");
  const ways = classes.flatMap((some) =>
    [2, 3, 4].flatMap((digits) => [
      text.replace(some, (unit) => `&#${String(unit.charCodeAt(0)).padStart(digits, "0")};`),
      ...bothCases(
        text.replace(some, (unit) => `&#x${hex(unit, digits)};`),
        /&#x[\da-f]+;/g,
      ),
    ]),
  );
  return [...quotes, numbered, withNames.replaceAll("&quot;", '"'), ...ways];
}

/** Returns the forms with `\x22`, as web servers and programs write quotes and backslashes in logs. */
function escapedForms(text: string): string[] {
  const classes = [/["\\]/g, /["']/g, /["'\\&<>]/g];
  return classes.flatMap((some) =>
    bothCases(
      text.replace(some, (unit) => `\\x${hex(unit, 2)}`),
      /\\x[\da-f]{2}/g,
    ),
  );
}

/**
 * Returns the base64 of the secret alone and within a longer text. There, the bytes before the secret shift its characters, and
 * its first and last character may also contain bits of other bytes, so the forms leave these characters out.
 */
export function base64Forms(text: string): string[] {
  if (text.length < SHORTEST_IN_ANY_CASE) return [];
  const forms = [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
    const whole = Math.floor((bytes.length * 8) / 6);
    return bytes.toString("base64").slice(Math.ceil((shift * 8) / 6), whole);
  });
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

function hex(unit: string, digits: number): string {
  return unit.charCodeAt(0).toString(16).padStart(digits, "0");
}

/** Returns a text with the digits of its escapes in lower case and in upper case. */
function bothCases(text: string, escapes: RegExp): string[] {
  const upper = (one: string) => one.replace(/[\da-f]+(?=;?$)/i, (digits) => digits.toUpperCase());
  return [text.replace(escapes, (one) => one.toLowerCase()), text.replace(escapes, upper)];
}
