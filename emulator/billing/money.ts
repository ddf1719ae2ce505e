/** The parts the contract's section 10 splits amounts into; `usage` is what public endpoints charge. */
export type Component = "gpu" | "cpu" | "disk" | "fee" | "standard" | "highPerformance" | "networking" | "usage";

/** US dollars per hour, or US dollars, by component. */
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

/** What a stretch at steady rates cost between two moments in it, milliseconds since the epoch. */
export function amountBetween(
  { from: begin, rates }: { readonly from: number; readonly rates: Rates },
  from: number,
  to: number,
): Amounts {
  const upTo = (rate: number, at: number) => Math.round((rate * nano * (at - begin)) / hour);
  return mapped(rates, (rate) => upTo(rate, to) - upTo(rate, from));
}

export function add(a: Amounts, b: Amounts): Amounts {
  const sum: { [C in Component]?: number } = { ...a };
  for (const [component, amount] of entriesOf(b)) sum[component] = (sum[component] ?? 0) + amount;
  return sum;
}

function mapped(values: Rates, change: (value: number) => number): Amounts {
  return Object.fromEntries(entriesOf(values).map(([component, value]) => [component, change(value)]));
}

function entriesOf(values: Amounts): [Component, number][] {
  return Object.entries(values) as [Component, number][];
}
