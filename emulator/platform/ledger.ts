import { type Amounts, add, amountBetween, type Rates, toNano, toUsd } from "./money";

/** Areas of billing records. */
export const areas = ["pods", "serverless", "publicEndpoints", "networkVolumes", "clusters"] as const;
export type Area = (typeof areas)[number];

/** A billed resource: a pod, an endpoint, a volume, a public model or a cluster. */
export interface Account {
  readonly area: Area;
  readonly resource: string;
}

/** A running cost of an account. Each part of the account, such as a worker of an endpoint, has its own meter. */
export interface Meter extends Account {
  readonly part?: string | undefined;
}

/** A period with constant rates. A period without an end still runs. */
interface Stretch {
  readonly from: number;
  readonly to?: number | undefined;
  readonly rates: Rates;
}

interface Page {
  /** Amounts by the start of their hour: charges, and periods that fit into one hour. */
  readonly hours: Map<number, Amounts>;
  /** Longer periods that have ended. */
  readonly stretches: Stretch[];
  /** Running periods, by part. */
  readonly running: Map<string, Stretch>;
}

/** Contents of a ledger as plain data that JSON can express. */
export interface LedgerState {
  readonly pages: readonly {
    readonly account: Account;
    readonly hours: readonly (readonly [hour: number, amounts: Amounts])[];
    readonly stretches: readonly Stretch[];
    readonly running: readonly (readonly [part: string, stretch: Stretch])[];
  }[];
}

export interface Question {
  readonly area: Area;
  /** Resource of the area. Default: all resources of the area. */
  readonly resource?: string | undefined;
  /** Start of each bucket, and the end of the last bucket, in ascending milliseconds. All edges are whole hours. */
  readonly edges: readonly number[];
}

/** Cost of one resource in one bucket. A bucket without cost has no entry. */
export interface Booked {
  readonly resource: string;
  /** Index of the edge at which the bucket begins. */
  readonly bucket: number;
  readonly amounts: Amounts;
}

const hour = 3_600_000;

/**
 * The costs of all resources.
 *
 * The ledger writes nothing while time passes. A meter is one entry until its rate changes, and a query computes the amounts.
 * Amounts are whole nanodollars. The cost between two moments of a period is the difference of the rounded costs up to these
 * moments. So the hours add up exactly to their day, and the days to their year.
 */
export class Ledger {
  private readonly pages = new Map<Area, Map<string, Page>>();
  /** Sum of all charges and ended periods in nanodollars, so that `spent` need not add them up each time. */
  private booked = 0;
  private readonly running = new Set<Stretch>();

  constructor(private readonly now: () => number) {}

  /** Sets the rates of a meter from now on. Without a rate above zero, the meter stops. A repeated call has no effect. */
  run(meter: Meter, rates: Rates): void {
    const { running } = this.page(meter);
    const part = meter.part ?? "";
    const present = running.get(part);
    if (present && sameRates(present.rates, rates)) return;
    this.stop(meter);
    if (!isNothing(rates)) this.start(running, part, { from: this.now(), rates });
  }

  stop(meter: Meter): void {
    const page = this.pages.get(meter.area)?.get(meter.resource);
    const stretch = page?.running.get(meter.part ?? "");
    if (!page || !stretch) return;
    page.running.delete(meter.part ?? "");
    this.running.delete(stretch);
    const to = this.now();
    this.booked += sum(amountBetween(stretch, stretch.from, to));
    close(page, { ...stretch, to });
  }

  /** Stops all meters of the account. */
  stopAll(account: Account): void {
    const page = this.pages.get(account.area)?.get(account.resource);
    for (const part of [...(page?.running.keys() ?? [])]) this.stop({ ...account, part });
  }

  /** Books a single amount in US dollars at the current time, such as a public endpoint's output or a fee. */
  charge(account: Account, usd: Rates): void {
    const amounts = toNano(usd);
    this.booked += sum(amounts);
    addToHour(this.page(account), this.now(), amounts);
  }

  /** Returns the total in US dollars up to now. */
  spent(): number {
    const now = this.now();
    let open = 0;
    for (const stretch of this.running) open += sum(amountBetween(stretch, stretch.from, now));
    return toUsd(this.booked + open);
  }

  /** Returns the amounts by bucket, then by resource. Time in the future costs nothing. */
  amounts({ area, resource, edges }: Question): Booked[] {
    const pages = this.pages.get(area) ?? new Map<string, Page>();
    const requested = [...pages].filter(([id]) => resource === undefined || id === resource);
    return requested
      .flatMap(([id, page]) =>
        [...bucketsOf(page, edges, this.now())].map(([bucket, amounts]) => ({ resource: id, bucket, amounts })),
      )
      .sort((a, b) => a.bucket - b.bucket || (a.resource < b.resource ? -1 : 1));
  }

  clear(): void {
    this.pages.clear();
    this.running.clear();
    this.booked = 0;
  }

  save(): LedgerState {
    const pages = [...this.pages].flatMap(([area, held]) =>
      [...held].map(([resource, page]) => ({
        account: { area, resource },
        hours: [...page.hours],
        stretches: [...page.stretches],
        running: [...page.running],
      })),
    );
    return { pages };
  }

  load({ pages }: LedgerState): void {
    this.clear();
    for (const { account, hours, stretches, running } of pages) {
      const page = this.page(account);
      for (const [at, amounts] of hours) page.hours.set(at, { ...amounts });
      page.stretches.push(...stretches);
      for (const [part, stretch] of running) this.start(page.running, part, stretch);
      for (const [, amounts] of hours) this.booked += sum(amounts);
      for (const { from, to, rates } of stretches) this.booked += sum(amountBetween({ from, rates }, from, to ?? from));
    }
  }

  private start(running: Page["running"], part: string, stretch: Stretch): void {
    running.set(part, stretch);
    this.running.add(stretch);
  }

  private page({ area, resource }: Account): Page {
    const held = this.pages.get(area) ?? new Map<string, Page>();
    this.pages.set(area, held);
    const page = held.get(resource) ?? { hours: new Map(), stretches: [], running: new Map() };
    held.set(resource, page);
    return page;
  }
}

function sum(amounts: Amounts): number {
  return Object.values(amounts).reduce((all, amount) => all + amount, 0);
}

function isNothing(values: Amounts): boolean {
  for (const component in values) if (values[component as keyof Amounts] !== 0) return false;
  return true;
}

function sameRates(a: Rates, b: Rates): boolean {
  return [...Object.keys(a), ...Object.keys(b)].every((key) => {
    const component = key as keyof Rates;
    return (a[component] ?? 0) === (b[component] ?? 0);
  });
}

/** Adds a short period to its hour. So a million workers that ran for a second do not leave a million entries. */
function close(page: Page, stretch: Stretch & { readonly to: number }): void {
  const { from, to } = stretch;
  if (Math.floor(from / hour) !== Math.floor((to - 1) / hour) && to > from) page.stretches.push(stretch);
  else addToHour(page, from, amountBetween(stretch, from, to));
}

function addToHour(page: Page, at: number, amounts: Amounts): void {
  if (isNothing(amounts)) return;
  const start = Math.floor(at / hour) * hour;
  page.hours.set(start, add(page.hours.get(start) ?? {}, amounts));
}

function bucketsOf(page: Page, edges: readonly number[], now: number): Map<number, Amounts> {
  const found = new Map<number, Amounts>();
  const book = (bucket: number, amounts: Amounts) => {
    if (isNothing(amounts)) return;
    const before = found.get(bucket);
    found.set(bucket, before ? add(before, amounts) : amounts);
  };
  const last = edges.at(-1) ?? 0;
  for (const [at, amounts] of page.hours) if (at >= (edges[0] ?? 0) && at < last) book(bucketAt(edges, at), amounts);
  for (const stretch of [...page.stretches, ...page.running.values()]) {
    const end = Math.min(stretch.to ?? now, last);
    const first = Math.max(stretch.from, edges[0] ?? 0);
    for (let bucket = bucketAt(edges, first), from = first; from < end; bucket++) {
      const to = Math.min(end, edges[bucket + 1] ?? end);
      book(bucket, amountBetween(stretch, from, to));
      from = to;
    }
  }
  return found;
}

/** Returns the bucket of a moment, which begins with the last edge at or before it. */
function bucketAt(edges: readonly number[], at: number): number {
  let low = 0;
  let high = edges.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}
