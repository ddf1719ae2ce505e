import { roundMoney } from "../../kernel/money";
import type { BilledTime, BillingReport, GroupedRecord } from "./types";

type Amounts = Readonly<Record<string, number>>;

/** One billing record, in the form that all subjects share. */
export interface BilledRecord extends BilledTime {
  /** Id of the pod, endpoint or volume. */
  readonly resourceId: string;
  /** Amounts in US dollars, by RunPod's name of the amount. */
  readonly amounts: Amounts;
}

/** A report in the form that all subjects share. */
export interface Bill {
  readonly records: readonly BilledRecord[];
  readonly period: BillingReport<never, never>["period"];
  /** Names of the amounts, with the total first. */
  readonly names: readonly string[];
}

/** Turns a report into a bill. `resource` is the field of a record that holds the id of its resource. */
export function billOf({ records, totals, period }: BillingReport<BilledTime, object>, resource: string): Bill {
  const billed = records.map((record) => ({
    startTime: record.startTime,
    endTime: record.endTime,
    resourceId: String((record as unknown as Record<string, unknown>)[resource]),
    amounts: amountsIn(record),
  }));
  return { records: billed, period, names: Object.keys(totals) };
}

function amountsIn(record: object): Record<string, number> {
  const amounts: Record<string, number> = {};
  for (const [name, value] of Object.entries(record)) if (typeof value === "number") amounts[name] = value;
  return amounts;
}

/** Adds up the records of each bucket and group. Sorts the sums by time, then by group. */
export function groupedBy(
  groupOf: (resourceId: string) => string,
  records: readonly BilledRecord[],
  names: readonly string[],
): GroupedRecord<Amounts>[] {
  const groups = new Map<string, { readonly of: BilledTime & { group: string }; readonly parts: Amounts[] }>();
  for (const { startTime, endTime, resourceId, amounts } of records) {
    const group = groupOf(resourceId);
    const key = `${startTime}\n${group}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { of: { startTime, endTime, group }, parts: [amounts] });
    else known.parts.push(amounts);
  }
  return [...groups.values()]
    .map(({ of, parts }) => ({ ...of, amounts: sumOf(parts, names) }))
    .sort((a, b) => compare(a.startTime, b.startTime) || compare(a.group, b.group));
}

/** Adds up the amounts of each given name. */
export function sumOf(parts: readonly Amounts[], names: readonly string[]): Record<string, number> {
  const sum = (name: string) => roundMoney(parts.reduce((total, part) => total + (part[name] ?? 0), 0));
  return Object.fromEntries(names.map((name) => [name, sum(name)]));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
