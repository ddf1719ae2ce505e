import { problems } from "../../http/problem";
import { choice, instant, integer } from "../../http/query";
import { type BucketSize, bucketAfter, bucketSizes, bucketStart } from "./buckets";

const defaultPeriod = 30 * 86_400_000;
/** Largest number of buckets in a report: more than five years of hourly buckets. RunPod has not published its own limit. */
const mostBuckets = 50_000;

/** Period of a billing query, in whole buckets. */
export interface Window {
  readonly bucketSize: BucketSize;
  /** Start of each bucket, and the end of the last bucket. */
  readonly edges: readonly number[];
}

export function windowOf(query: URLSearchParams, now: number): Window {
  const bucketSize = choice(query, "bucketSize", bucketSizes) ?? "day";
  const startTime = momentOf(query, "startTime");
  const endTime = momentOf(query, "endTime");
  const lastN = integer(query, "lastN", 1, Number.MAX_SAFE_INTEGER);
  if (lastN !== undefined) {
    if (startTime !== undefined || endTime !== undefined)
      throw problems.rule("lastN and startTime or endTime are mutually exclusive");
    return { bucketSize, edges: lastBuckets(bucketSize, lastN, now) };
  }
  const from = startTime ?? now - defaultPeriod;
  const to = endTime ?? now;
  if (from >= to) throw problems.rule("startTime must be before endTime");
  return { bucketSize, edges: bucketsBetween(bucketSize, from, to) };
}

function lastBuckets(size: BucketSize, count: number, now: number): number[] {
  if (count > mostBuckets) throw tooLong();
  const current = bucketStart(size, now);
  const first = bucketAfter(size, current, 1 - count);
  if (!(first >= firstYear)) throw tooLong();
  return Array.from({ length: count + 1 }, (_, index) => bucketAfter(size, first, index));
}

/** Returns the edges of the buckets. The first bucket begins at or before `from`, and the last bucket ends at or after `to`. */
function bucketsBetween(size: BucketSize, from: number, to: number): number[] {
  const edges = [bucketStart(size, from)];
  for (let edge = edges[0] ?? 0; edge < to; ) {
    edge = bucketAfter(size, edge, 1);
    edges.push(edge);
    if (edges.length > mostBuckets + 1) throw tooLong();
  }
  return edges;
}

/** The first year of RFC 3339, which writes a year with four digits. */
const firstYear = new Date(0).setUTCFullYear(0, 0, 1);

function tooLong() {
  return problems.rule(`the period must not have more than ${mostBuckets} buckets`);
}

function momentOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  return text === null ? undefined : instant(text, name);
}
