import { type Bar, chartOf, folded } from "../output/chart";
import { moneyFormat } from "../output/money";
import type { CommandContext } from "../program/context";
import type { Report, Row } from "./report";
import { bucketLabel, bucketsBetween } from "./times";

/** About what a screen shows; more buckets than this share bars. */
const MOST_BARS = 40;

const STEPS: Readonly<Record<string, readonly number[]>> = {
  hour: [2, 3, 4, 6, 12, 24, 48, 168],
  day: [7, 14, 28],
  week: [2, 4],
};

/** The cost over time, and by group where there are several. */
export function billingChart(report: Report, context: CommandContext): string {
  const { bucketSize } = report.period;
  const first = report.records[0]?.startTime ?? "";
  const offset = bucketSize === "hour" ? new Date(first).getUTCHours() : 0;
  const { bars, each } = folded(overTime(report), { most: MOST_BARS, steps: STEPS[bucketSize] ?? [], offset });
  const by = each === 1 ? bucketSize : `${each} ${bucketSize}s`;
  const charts = [chart(`Cost by ${by} (UTC)`, bars, context)];
  const groups = byGroup(report);
  if (groups.length > 1) charts.push(chart(`Cost by ${report.question.grouping}`, groups, context));
  return charts.join("\n");
}

function chart(title: string, bars: readonly Bar[], context: CommandContext): string {
  return chartOf({ title, bars, format: moneyFormat(bars.map(({ amount }) => amount)) }, context);
}

/** With the buckets that cost nothing, which have no record. */
function overTime({ records, period }: Report): Bar[] {
  const [first, last] = [records.at(0), records.at(-1)];
  if (first === undefined || last === undefined) return [];
  const sums = sumBy(records, ({ startTime }) => Date.parse(startTime));
  return bucketsBetween(first.startTime, last.startTime, period.bucketSize).map((start) => ({
    label: bucketLabel(new Date(start).toISOString(), period.bucketSize),
    amount: sums.get(start) ?? 0,
  }));
}

/** The dearest first; those beyond what a screen shows share the last bar. */
function byGroup({ records }: Report): Bar[] {
  const bars = [...sumBy(records, ({ group }) => group)]
    .map(([label, amount]) => ({ label, amount }))
    .sort((a, b) => b.amount - a.amount);
  if (bars.length <= MOST_BARS) return bars;
  const others = bars.slice(MOST_BARS - 1);
  const amount = others.reduce((sum, bar) => sum + bar.amount, 0);
  return [...bars.slice(0, MOST_BARS - 1), { label: `${others.length} others`, amount }];
}

function sumBy<Key>(rows: Report["records"], keyOf: (row: Row) => Key): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + (row.amounts.totalAmount ?? 0));
  return sums;
}
