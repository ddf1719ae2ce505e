const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of `250ms`, `1s`, `1.5m`, `2h` or `7d`; a bare number is milliseconds. `undefined` for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit = "ms"] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * UNITS[unit as keyof typeof UNITS]);
}

/** `90000` as `1m 30s`: the largest two units that say something. */
export function formatDuration(ms: number): string {
  if (ms < UNITS.s) return `${Math.round(ms)}ms`;
  let rest = Math.round(ms / UNITS.s) * UNITS.s;
  const parts: string[] = [];
  for (const unit of ["d", "h", "m", "s"] as const) {
    const count = Math.floor(rest / UNITS[unit]);
    rest -= count * UNITS[unit];
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.slice(0, 2).join(" ");
}
