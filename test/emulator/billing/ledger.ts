import type { BilledTime, Platform } from "../../../client";

/** The cost of a component between two moments, from the account's own answers at the time. */
export interface Spent {
  readonly area: "pods" | "serverless" | "networkVolumes" | "publicEndpoints" | "clusters";
  readonly component: string;
  readonly resource: string;
  readonly from: number;
  readonly to: number;
  readonly usdPerHour: number;
}

const hour = 3_600_000;
const gbMonth = { standard: 0.07, highPerformance: 0.14, stopped: 0.2 };

/** Prices of serverless workers, an hour. */
export type Prices = ReadonlyMap<string, number>;

/** Every component that costs money now, from reads of the account. */
export async function costing(platform: Platform, prices: Prices): Promise<Omit<Spent, "from" | "to">[]> {
  const [pods, volumes, endpoints, clusters] = await Promise.all([
    platform.pods.list(),
    platform.networkVolumes.list(),
    platform.endpoints.list(),
    platform.clusters.list(),
  ]);
  const workers = await Promise.all(
    endpoints.map(async ({ id }) =>
      (await platform.workers.list(id)).workers.map((worker) => ({ ...worker, endpoint: id })),
    ),
  );
  const members = await Promise.all(
    clusters.map(async ({ id }) => (await platform.clusters.pods(id)).map((pod) => ({ ...pod, owner: id }))),
  );
  return [
    ...pods.map(({ id, cost, gpu, mounts }) => ({
      area: "pods" as const,
      resource: id,
      ...(cost > 0
        ? { component: gpu ? "gpu" : "cpu", usdPerHour: cost }
        : { component: "disk", usdPerHour: ((mounts?.persistent?.size ?? 0) * gbMonth.stopped) / 730 }),
    })),
    ...volumes.map(({ id, size, type }) => ({
      area: "networkVolumes" as const,
      resource: id,
      component: type === "STANDARD" ? "standard" : "highPerformance",
      usdPerHour: (size * (type === "STANDARD" ? gbMonth.standard : gbMonth.highPerformance)) / 730,
    })),
    ...workers.flat().map(({ endpoint, gpuTypeId, gpuCount }) => ({
      area: "serverless" as const,
      resource: endpoint,
      component: "gpu",
      usdPerHour: (prices.get(gpuTypeId ?? "") ?? Number.NaN) * gpuCount,
    })),
    ...members.flat().map(({ owner, cost }) => ({
      area: "clusters" as const,
      resource: owner,
      component: "gpu",
      usdPerHour: cost,
    })),
  ];
}

/** The costs in US dollars by key, within a window of whole hours. */
export function totalsBy(
  spent: readonly Spent[],
  { startTime, endTime }: BilledTime,
  keyOf: (spent: Spent, at: number) => string | undefined,
): Record<string, number> {
  const totals: Record<string, number> = {};
  const [first, last] = [Date.parse(startTime), Date.parse(endTime)];
  for (const one of spent)
    for (const { at, usd } of piecesOf(one)) {
      const key = usd > 0 && at >= first && at < last ? keyOf(one, at) : undefined;
      if (key !== undefined) totals[key] = (totals[key] ?? 0) + usd;
    }
  return totals;
}

interface Piece {
  readonly at: number;
  readonly usd: number;
}
const known = new WeakMap<Spent, Piece[]>();

/** Cut at every hour, since every bucket begins at one. */
function piecesOf(one: Spent): Piece[] {
  const pieces = known.get(one) ?? [];
  if (!known.has(one))
    for (let at = one.from; at < one.to; ) {
      const next = Math.min(one.to, (Math.floor(at / hour) + 1) * hour);
      pieces.push({ at, usd: (one.usdPerHour * (next - at)) / hour });
      at = next;
    }
  known.set(one, pieces);
  return pieces;
}

const bucketNames = new Map<string, string>();

/** The begin of a moment's bucket. A cache helps: millions of moments share a few hundred hours. */
export function bucketOf(size: string, at: number): string {
  const key = `${size} ${Math.floor(at / hour)}`;
  const name = bucketNames.get(key) ?? bucketOnCalendar(size, at);
  bucketNames.set(key, name);
  return name;
}

function bucketOnCalendar(size: string, at: number): string {
  const iso = new Date(at).toISOString();
  switch (size) {
    case "hour":
      return `${iso.slice(0, 13)}:00:00Z`;
    case "day":
      return `${iso.slice(0, 10)}T00:00:00Z`;
    case "week": {
      const date = new Date(at);
      date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
      return `${date.toISOString().slice(0, 10)}T00:00:00Z`;
    }
    case "month":
      return `${iso.slice(0, 7)}-01T00:00:00Z`;
    default:
      return `${iso.slice(0, 4)}-01-01T00:00:00Z`;
  }
}

/** A record of a bill. */
export type Entry = Readonly<Record<string, string | number>>;

/** The amounts of records by key, without zeros. */
export function billed(
  records: readonly Entry[],
  keyOf: (record: Entry, component: string) => string,
): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const record of records)
    for (const [field, amount] of Object.entries(record)) {
      if (!field.endsWith("Amount") || amount === 0) continue;
      const key = keyOf(record, field.slice(0, -"Amount".length));
      sums[key] = (sums[key] ?? 0) + Number(amount);
    }
  return sums;
}

/** Cheaper than an expectation for each of many thousand amounts. */
export function differences(actual: Record<string, number>, expected: Record<string, number>): string[] {
  return [...new Set([...Object.keys(actual), ...Object.keys(expected)])]
    .filter((key) => !(Math.abs((actual[key] ?? 0) - (expected[key] ?? 0)) < 1e-6))
    .map((key) => `${key}: ${actual[key]}, not ${expected[key]}`);
}
