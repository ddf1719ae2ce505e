const MASK = "[masked]";
/** Shorter values turn up in innocent text; they are masked only where they stand in quotes. */
const SHORTEST_ANYWHERE = 4;
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

/**
 * Makes text of the platform fit to be shown: the given secrets, and whatever looks like a key, are masked in each form
 * they may be echoed in; control characters and length are tamed.
 */
export function masker(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  return (text) => {
    let shown = text;
    for (const form of forms) {
      if (form.length >= SHORTEST_ANYWHERE) shown = shown.replaceAll(form, MASK);
      else for (const quote of `'"\``) shown = shown.replaceAll(`${quote}${form}${quote}`, `${quote}${MASK}${quote}`);
    }
    shown = shown
      .replace(/(api_key=|bearer\s+)[^\s&"'`]+/gi, `$1${MASK}`)
      .replace(/\p{Cc}+/gu, " ")
      .trim();
    return shown.length > LONGEST_TEXT ? `${shown.slice(0, LONGEST_TEXT)}…` : shown;
  };
}

/** As it is, as JSON writes it, as a URL writes it, and each longer line of it. */
function formsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= SHORTEST_ANYWHERE);
  return [secret, ...lines].flatMap((form) => [form, JSON.stringify(form).slice(1, -1), urlForm(form)]);
}

function urlForm(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate has no URL form.
    return text;
  }
}
