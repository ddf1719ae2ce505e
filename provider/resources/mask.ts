const mask = "[secret]";

/**
 * Replaces secret values in a text that is shown or stored in clear. Long ones are replaced wherever they stand, short
 * ones only as whole words: hiding every "1" would leave nothing to read.
 */
export function maskSecrets(text: string, secrets: Iterable<string>): string {
  const values = [...new Set([...secrets].flatMap((secret) => [secret, ...secret.split(/\r?\n/)]))].filter(
    (value) => value.trim() !== "",
  );
  const spans = values
    .flatMap((value) => [...text.matchAll(pattern(value))].map(({ index }) => [index, index + value.length] as const))
    .sort(([a], [b]) => a - b);
  // Found in the text as it was, and joined where they meet: no rest of one is left beside another.
  let masked = "";
  let end = 0;
  for (const [from, to] of spans) {
    if (from > end || masked === "") masked += `${text.slice(end, from)}${mask}`;
    end = Math.max(end, to);
  }
  return masked + text.slice(end);
}

function pattern(value: string): RegExp {
  const literal = value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return value.length > 3 ? new RegExp(literal, "g") : new RegExp(`(?<![\\w.])${literal}(?![\\w.])`, "g");
}
