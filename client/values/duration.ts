/** Milliseconds of each unit in which people write durations. */
export const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;

/** A readable duration: its two largest units above zero, such as `45s`, `2m 5s`, `1d 2h`. */
export function formatDuration(ms: number): string {
  // A wait of a second may be measured as 999 ms.
  if (ms > 0 && ms < 995) return `${Math.round(ms)}ms`;
  let rest = Math.round(ms / unitMs.s) * unitMs.s;
  const parts = (["d", "h", "m", "s"] as const).flatMap((unit) => {
    const count = Math.floor(rest / unitMs[unit]);
    rest -= count * unitMs[unit];
    return count > 0 ? [`${count}${unit}`] : [];
  });
  return parts.slice(0, 2).join(" ") || "0s";
}
