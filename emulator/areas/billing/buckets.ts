export const bucketSizes = ["hour", "day", "week", "month", "year"] as const;
export type BucketSize = (typeof bucketSizes)[number];

const hour = 3_600_000;
const day = 24 * hour;

/** Sizes of buckets with a fixed length, and for each size the start of its first bucket since 1970. Weeks start on Monday. */
const fixed = {
  hour: { length: hour, first: 0 },
  day: { length: day, first: 0 },
  week: { length: 7 * day, first: 4 * day },
} as const;

/** Returns the start of the bucket that contains a moment, in UTC. */
export function bucketStart(size: BucketSize, at: number): number {
  if (size === "month" || size === "year") return monthsAfter(size, at, 0);
  const { length, first } = fixed[size];
  return Math.floor((at - first) / length) * length + first;
}

/** Returns the start of the bucket `count` buckets later. A negative `count` goes back. */
export function bucketAfter(size: BucketSize, start: number, count: number): number {
  return size === "month" || size === "year" ? monthsAfter(size, start, count) : start + count * fixed[size].length;
}

function monthsAfter(size: "month" | "year", at: number, count: number): number {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  // `Date.UTC` would read the year 50 as 1950.
  return size === "year"
    ? new Date(0).setUTCFullYear(year + count, 0, 1)
    : new Date(0).setUTCFullYear(year, month + count, 1);
}
