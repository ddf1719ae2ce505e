/**
 * Returns the label of a bucket: its start, without the parts that are the same for every bucket of this size. Times
 * are in UTC.
 */
export function bucketLabel(startTime: string, bucketSize: string): string {
  switch (bucketSize) {
    case "hour":
      return startTime.slice(0, 16).replace("T", " ");
    case "month":
      return startTime.slice(0, 7);
    case "year":
      return startTime.slice(0, 4);
    default:
      return startTime.slice(0, 10);
  }
}

/** Returns the month of a moment in UTC: its start, and the start of the next month, in milliseconds. */
export function monthOf(now: number): { readonly start: string; readonly next: number; readonly label: string } {
  const at = new Date(now);
  const start = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth())).toISOString().replace(".000Z", "Z");
  return { start, next: Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1), label: start.slice(0, 7) };
}

const NEXT: Readonly<Record<string, (start: Date) => number>> = {
  hour: (start) => start.getTime() + 3_600_000,
  day: (start) => start.getTime() + 86_400_000,
  week: (start) => start.getTime() + 7 * 86_400_000,
  month: (start) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1),
  year: (start) => Date.UTC(start.getUTCFullYear() + 1, 0),
};

/** Most buckets of a chart. This limit ends the loop if the period is far too long. */
const MOST_BUCKETS = 100_000;

/**
 * Returns the starts of all buckets from the first to the last, in milliseconds. It includes buckets without cost,
 * which have no record.
 */
export function bucketsBetween(first: string, last: string, bucketSize: string): number[] {
  const next = NEXT[bucketSize];
  const starts = [Date.parse(first)];
  if (next === undefined) return starts;
  for (
    let at = next(new Date(first));
    at <= Date.parse(last) && starts.length < MOST_BUCKETS;
    at = next(new Date(at))
  ) {
    starts.push(at);
  }
  return starts;
}
