import { oneLine } from "../../kernel/plain-text";
import { Output } from "../flags/output";
import { type Bar, chartOf, folded } from "../output/chart";
import { moneyFormat } from "../output/money";
import type { Display } from "../output/style";
import { type Column, tableOf } from "../output/table";
import { bucketLabel, bucketsBetween } from "./buckets";
import { forecastSentence } from "./forecast";
import type { Report, Row } from "./report";

export const billingOutput = new Output<Report>("data", { table, csv, document });

function table(report: Report, display: Display): string {
  if (report.records.length === 0) return "";
  const { forecast } = report;
  const outlook = forecast === undefined ? "" : `\n${oneLine(forecastSentence(forecast))}\n`;
  const lines = `${billingTable(report, display)}${outlook}`;
  return report.question.chart ? `${lines}\n${billingChart(report, display)}` : lines;
}

function csv(report: Report) {
  const { question, totals } = report;
  return { columns: ["startTime", "endTime", question.grouping, ...Object.keys(totals)], rows: recordsOf(report) };
}

/** The output for programs. `billingDocument` describes it. */
function document(report: Report) {
  const { question, period, totals } = report;
  return {
    subject: question.subject.name,
    startTime: period.startTime,
    endTime: period.endTime,
    bucketSize: period.bucketSize,
    grouping: question.grouping,
    records: recordsOf(report),
    totals,
    serverlessDiscount: report.serverlessDiscount,
    forecast: report.forecast,
  };
}

function recordsOf({ question, records }: Report) {
  return records.map(({ startTime, endTime, group, amounts }) => ({
    startTime,
    endTime,
    [question.grouping]: group,
    ...amounts,
  }));
}

const GROUP_TITLES = {
  podId: "POD",
  gpuId: "GPU",
  endpointId: "ENDPOINT",
  networkVolumeId: "NETWORK VOLUME",
  stack: "STACK",
  owner: "OWNER",
} as const;

/** Renders one line for each bucket and group, and the totals. */
function billingTable({ question, period, records, totals }: Report, display: Display): string {
  const { grouping } = question;
  const names = Object.keys(totals);
  const formats = names.map((name) =>
    moneyFormat([...records.map(({ amounts }) => amounts[name] ?? 0), totals[name] ?? 0]),
  );
  const money = (amounts: Readonly<Record<string, number>>) =>
    names.map((name, index) => formats[index]?.(amounts[name] ?? 0) ?? "");
  const columns: Column[] = [
    { title: `${period.bucketSize.toUpperCase()} (UTC)`, cut: false },
    { title: GROUP_TITLES[grouping] },
    ...names.map((name) => ({ title: titleOf(name), align: "right" as const })),
  ];
  return tableOf(
    {
      columns,
      rows: records.map(({ startTime, group, amounts }) => [
        bucketLabel(startTime, period.bucketSize),
        group,
        ...money(amounts),
      ]),
      footer: ["TOTAL", "", ...money(totals)],
    },
    display,
  );
}

/** Returns the heading of an amount, such as `HIGH PERFORMANCE` for `highPerformanceAmount`. */
function titleOf(amount: string): string {
  return amount
    .replace(/Amount$/, "")
    .replace(/[A-Z]/g, (letter) => ` ${letter}`)
    .toUpperCase();
}

/** Largest number of bars, roughly a screen. With more buckets, several buckets share a bar. */
const MOST_BARS = 40;

const STEPS: Readonly<Record<string, readonly number[]>> = {
  hour: [2, 3, 4, 6, 12, 24, 48, 168],
  day: [7, 14, 28],
  week: [2, 4],
};

/** Draws the cost over time, and the cost of each group if there are several groups. */
function billingChart(report: Report, display: Display): string {
  const { bucketSize } = report.period;
  const first = report.records[0]?.startTime ?? "";
  const offset = bucketSize === "hour" ? new Date(first).getUTCHours() : 0;
  const { bars, each } = folded(overTime(report), { most: MOST_BARS, steps: STEPS[bucketSize] ?? [], offset });
  const by = each === 1 ? bucketSize : `${each} ${bucketSize}s`;
  const charts = [chart(`Cost by ${by} (UTC)`, bars, display)];
  const groups = byGroup(report);
  if (groups.length > 1) charts.push(chart(`Cost by ${report.question.grouping}`, groups, display));
  return charts.join("\n");
}

function chart(title: string, bars: readonly Bar[], display: Display): string {
  return chartOf({ title, bars, format: moneyFormat(bars.map(({ amount }) => amount)) }, display);
}

/** Adds the buckets without cost, because the report has no records for them. */
function overTime({ records, period }: Report): Bar[] {
  const [first, last] = [records.at(0), records.at(-1)];
  if (first === undefined || last === undefined) return [];
  const sums = sumBy(records, ({ startTime }) => Date.parse(startTime));
  return bucketsBetween(first.startTime, last.startTime, period.bucketSize).map((start) => ({
    label: bucketLabel(new Date(start).toISOString(), period.bucketSize),
    amount: sums.get(start) ?? 0,
  }));
}

/** Puts the most expensive groups first. The groups that do not fit on a screen share the last bar. */
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
