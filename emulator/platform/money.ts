/** Components of an amount in billing records. The output of public endpoints is `usage`. */
export type Component = "gpu" | "cpu" | "disk" | "fee" | "standard" | "highPerformance" | "networking" | "usage";

/** US dollars by component, or US dollars an hour by component. */
export type Rates = { readonly [C in Component]?: number };

/** Whole nanodollars by component. */
export type Amounts = { readonly [C in Component]?: number };

const nano = 1e9;
const hour = 3_600_000;

export function toNano(usd: Rates): Amounts {
  return mapped(usd, (value) => Math.round(value * nano));
}

export function toUsd(amount: number): number {
  return amount / nano;
}

/** Returns the cost of a period between two of its moments, which are milliseconds since 1970. */
export function amountBetween(
  { from: begin, rates }: { readonly from: number; readonly rates: Rates },
  from: number,
  to: number,
): Amounts {
  return mapped(rates, (rate) => upTo(rate, to - begin) - upTo(rate, from - begin));
}

export function add(a: Amounts, b: Amounts): Amounts {
  const sum: Sums = { ...a };
  for (const component in b)
    sum[component as Component] = (a[component as Component] ?? 0) + (b[component as Component] ?? 0);
  return sum;
}

type Sums = { [C in Component]?: number };

function upTo(rate: number, ms: number): number {
  return Math.round((rate * nano * ms) / hour);
}

function mapped(values: Rates, change: (value: number) => number): Amounts {
  const changed: Sums = {};
  for (const component in values) changed[component as Component] = change(values[component as Component] ?? 0);
  return changed;
}
