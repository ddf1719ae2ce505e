const mask = "[secret]";

/**
 * Replaces secret values in a text that is shown or stored in clear. Long ones are replaced wherever they stand, short
 * ones only as whole words: hiding every "1" would leave nothing to read.
 */
export function maskSecrets(text: string, secrets: Iterable<string>): string {
  const values = [...new Set([...secrets].flatMap((secret) => [secret, ...secret.split(/\r?\n/)]))]
    .filter((value) => value.trim() !== "")
    .sort((a, b) => b.length - a.length);
  return values.reduce((masked, value) => masked.replaceAll(pattern(value), mask), text);
}

function pattern(value: string): RegExp {
  const literal = value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return value.length > 3 ? new RegExp(literal, "g") : new RegExp(`(?<![\\w.])${literal}(?![\\w.])`, "g");
}
