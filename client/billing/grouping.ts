import { roundMoney } from "./round-money";
import type { BilledTime, GroupedRecord } from "./types";

type Amounts = Readonly<Record<string, number>>;

/** One record of the platform, whatever it is about. */
export interface BilledRecord extends BilledTime {
  /** The pod, endpoint or volume. */
  readonly resourceId: string;
  /** US dollars by wire name. */
  readonly amounts: Amounts;
}

/** Adds the records up by bucket and group: one each, by time, then group. */
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

/** The sum of each of the named amounts. */
export function sumOf(parts: readonly Amounts[], names: readonly string[]): Record<string, number> {
  const sum = (name: string) => roundMoney(parts.reduce((total, part) => total + (part[name] ?? 0), 0));
  return Object.fromEntries(names.map((name) => [name, sum(name)]));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
