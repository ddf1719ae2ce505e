/** Milliseconds of each unit of a duration. */
export const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;

const part = String.raw`(\d+(?:\.\d+)?)(ms|[dhms])`;
const pattern = new RegExp(`^${part}(?: ?${part})*$`);

/**
 * Converts `250ms`, `1.5m`, `1h30m`, `2m 5s` or `7d` into milliseconds. Returns `undefined` for other texts. Reads every
 * text that `formatDuration` writes.
 */
export function durationIn(text: string): number | undefined {
  if (!pattern.test(text)) return undefined;
  return [...text.matchAll(new RegExp(part, "g"))].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * unitMs[unit as keyof typeof unitMs],
    0,
  );
}

/** Writes a duration with its two largest units above zero, such as `45s`, `2m 5s` or `1d 2h`. */
export function formatDuration(ms: number): string {
  // A pause of one second may be measured as 999 ms, and should not appear as `999ms`.
  if (ms > 0 && ms < 995) return `${Math.round(ms)}ms`;
  let rest = Math.round(ms / unitMs.s) * unitMs.s;
  const parts = (["d", "h", "m", "s"] as const).flatMap((unit) => {
    const count = Math.floor(rest / unitMs[unit]);
    rest -= count * unitMs[unit];
    return count > 0 ? [`${count}${unit}`] : [];
  });
  return parts.slice(0, 2).join(" ") || "0s";
}

/** What a message says about a text that `durationIn` does not read. */
export const durationForm = "a duration such as 90s, 10m or 1h30m";

/** Converts a duration into milliseconds. Throws a `RangeError` for any other text. */
export function parseDuration(text: string): number {
  const ms = durationIn(text);
  if (ms === undefined) throw new RangeError(`"${text}" is not ${durationForm}`);
  return ms;
}
