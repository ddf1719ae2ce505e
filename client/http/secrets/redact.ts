import { oneLine } from "../../../kernel/plain-text";
import { maskerOf } from "./masking";
import { MASK } from "./secret";

const LONGEST_TEXT = 600;

/** Keys of request bodies whose values must not appear in an error, at any depth. */
const SECRET_KEYS = new Set(["env", "password", "username", "value", "input", "webhook", "s3Config"]);

/** Returns all texts of a request body under a secret key. */
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

/**
 * Matches a token after the word "bearer". An ordinary word does not match, because a token is long or contains a digit, an
 * underscore or a sign.
 */
const BEARER = /(bearer\s+)(?=[^\s&"'`]*[\d_=+/]|[^\s&"'`]*[-.][^\s&"'`]|[^\s&"'`]{16})[^\s&"'`]+/gi;

/** RunPod's API keys begin so. */
const KEY = /\brpa_\w{16,}/g;

/** Masks every text that looks like an API key, or is in a place that is usual for a key. */
export function withoutKeys(text: string): string {
  return text
    .replace(/(api_key=)[^\s&"'`]+/gi, `$1${MASK}`)
    .replace(BEARER, `$1${MASK}`)
    .replace(KEY, MASK);
}

/**
 * Returns a function for RunPod's texts. The function masks the given secrets and every text that looks like an API key,
 * removes control characters and limits the length. The function masks short secrets only in quotes, because sentences are full
 * of short words.
 */
export function masker(secrets: readonly string[]): (text: string) => string {
  const mask = maskerOf(secrets, { short: "quotes" });
  return (text) => {
    const shown = oneLine(withoutKeys(mask(text))).trim();
    return shown.length > LONGEST_TEXT ? `${shown.slice(0, LONGEST_TEXT)}…` : shown;
  };
}
