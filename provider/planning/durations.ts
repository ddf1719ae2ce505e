import { z } from "zod";

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A duration as Pulumi writes them: `90s`, `10m`, `1h30m`, `1.5h`. */
const pattern = /^(\d+(\.\d+)?(ms|s|m|h))+$/;

const likeThis = "a duration such as 90s, 10m or 1h30m";

export const duration = z.string().regex(pattern, `must be ${likeThis}`);

/** Milliseconds of such a duration. Throws a `RangeError` for anything else. */
export function parseDuration(text: string): number {
  if (!pattern.test(text)) throw new RangeError(`"${text}" is not ${likeThis}`);
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ""] ?? 0),
    0,
  );
}

/** A duration for people: `45s`, `2m 5s`, `1h 30m`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return ms > 0 && seconds === 0 ? `${Math.round(ms)}ms` : `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m ${seconds % 60}s`;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
