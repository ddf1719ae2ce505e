import { moneyFormat } from "../output/money";
import { type Column, tableOf } from "../output/table";
import type { CommandContext } from "../program/context";
import type { Report } from "./report";
import { bucketLabel } from "./times";

const GROUP_TITLES = { podId: "POD", gpuId: "GPU", endpointId: "ENDPOINT", networkVolumeId: "NETWORK VOLUME" } as const;

/** One line a bucket and group, and the totals. */
export function billingTable({ question, period, records, totals }: Report, context: CommandContext): string {
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
    context,
  );
}

/** `highPerformanceAmount` as `HIGH PERFORMANCE`. */
function titleOf(amount: string): string {
  return amount
    .replace(/Amount$/, "")
    .replace(/[A-Z]/g, (letter) => ` ${letter}`)
    .toUpperCase();
}
