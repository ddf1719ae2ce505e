import { maskerOf } from "./masking";
import { MASK } from "./secret";

const LONGEST_TEXT = 600;

/** Keys of request bodies whose values, however nested, nobody wants to read in an error. */
const SECRET_KEYS = new Set(["env", "password", "username", "input", "webhook", "s3Config"]);

/** Every string a request body holds under a secret key. */
export function secretsOf(body: unknown): string[] {
  const found = new Set<string>();
  collect(body, false, found);
  return [...found];
}

function collect(value: unknown, secret: boolean, found: Set<string>): void {
  if (typeof value === "string") {
    if (secret && value !== "") found.add(value);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, secret, found);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) collect(item, secret || SECRET_KEYS.has(key), found);
  }
}

/** What follows the word and is none itself: long, or with a digit, an underscore or a sign within. */
const BEARER = /(bearer\s+)(?=[^\s&"'`]*[\d_=+/]|[^\s&"'`]*[-.][^\s&"'`]|[^\s&"'`]{16})[^\s&"'`]+/gi;

/**
 * Makes text of the platform fit to be shown: the given secrets, and whatever looks like a key, are masked; control
 * characters and length are tamed. Short secrets only in quotes: its sentences are full of short words.
 */
export function masker(secrets: readonly string[]): (text: string) => string {
  const mask = maskerOf(secrets, { short: "quotes" });
  return (text) => {
    const shown = mask(text)
      .replace(/(api_key=)[^\s&"'`]+/gi, `$1${MASK}`)
      .replace(BEARER, `$1${MASK}`)
      .replace(/\p{Cc}+/gu, " ")
      .trim();
    return shown.length > LONGEST_TEXT ? `${shown.slice(0, LONGEST_TEXT)}…` : shown;
  };
}
