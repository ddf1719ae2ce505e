export const bucketSizes = ["hour", "day", "week", "month", "year"] as const;
export type BucketSize = (typeof bucketSizes)[number];

const hour = 3_600_000;
const day = 24 * hour;
/** The first Monday of the epoch. */
const monday = 4 * day;

/** The start of the bucket that contains a moment: UTC, weeks from Monday. */
export function bucketStart(size: BucketSize, at: number): number {
  switch (size) {
    case "hour":
      return floor(at, hour);
    case "day":
      return floor(at, day);
    case "week":
      return floor(at - monday, 7 * day) + monday;
    case "month":
      return monthStart(at, 0);
    case "year":
      return yearStart(at, 0);
  }
}

/** The start of the bucket that many buckets later, or earlier when negative. */
export function bucketAfter(size: BucketSize, start: number, count: number): number {
  switch (size) {
    case "hour":
      return start + count * hour;
    case "day":
      return start + count * day;
    case "week":
      return start + count * 7 * day;
    case "month":
      return monthStart(start, count);
    case "year":
      return yearStart(start, count);
  }
}

function floor(at: number, length: number): number {
  return Math.floor(at / length) * length;
}

function monthStart(at: number, months: number): number {
  const date = new Date(at);
  return dateAt(date.getUTCFullYear(), date.getUTCMonth() + months);
}

function yearStart(at: number, years: number): number {
  return dateAt(new Date(at).getUTCFullYear() + years, 0);
}

/** Not `Date.UTC`, which takes the year 50 for 1950. */
function dateAt(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}
