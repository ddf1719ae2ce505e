import type { CommandContext } from "../context";
import { moneyFormat } from "../output/money";
import { paintFor } from "../output/style";
import { tableOf } from "../output/table";
import { titleOf } from "../stack";
import { type CostReport, hoursPerMonth, type Rates, type StackCost } from "./report";

type Display = Pick<CommandContext, "terminal" | "colors">;

/** For people: a table for each stack, then what the numbers leave out. */
export function table(report: CostReport, display: Display): string {
  const paint = paintFor(display.colors?.out);
  const notes = notesOf(report).map((note) => `${paint("hint", "note:")} ${note}\n`);
  return [...report.stacks.map((stack) => ofStack(stack, display)), summaryOf(report), ...notes].join("\n");
}

const columns = [
  ...["NAME", "KIND", "ACTION"].map((title) => ({ title })),
  ...["NOW/H", "REST/H", "MOST/H", "REST/MONTH", "MOST/MONTH"].map((title) => ({ title, align: "right" as const })),
];

function ofStack(stack: StackCost, display: Display): string {
  const { resources, perHour } = stack;
  const title = titleOf(stack);
  if (resources.length === 0) return `${title}: nothing that costs by the hour\n`;
  const money = moneyFormat(resources.flatMap((one) => Object.values(one.perHour)));
  const rows = resources.map((one) => [one.name, one.kind, one.action, ...amountsOf(one, money)]);
  const footer = ["total", "", "", ...amountsOf({ perHour }, money)];
  return `${title}\n\n${tableOf({ columns, rows, footer }, display)}`;
}

/** Now, then at rest and at most an hour, then both a month. */
export function amountsOf(
  { perHour: { now, atRest, atMost }, unknown }: { readonly perHour: Rates; readonly unknown?: string | undefined },
  money: (amount: number) => string,
): string[] {
  const known = [money(atRest), money(atMost), perMonth(atRest), perMonth(atMost)];
  const part = atMost === 0 ? () => "unknown" : (cell: string) => `${cell} + ?`;
  return [money(now), ...(unknown === undefined ? known : known.map(part))];
}

/** The difference that the update makes, in a sentence. */
export function summaryOf({ perHour: { now, atRest, atMost }, budget }: CostReport): string {
  const money = moneyFormat([now, atRest, atMost]);
  const change = atRest - now;
  const difference = change === 0 ? "as now" : `${money(Math.abs(change))} ${change > 0 ? "more" : "less"} than now`;
  const most = atMost === atRest ? "" : `, at most ${money(atMost)}`;
  const spent =
    budget === undefined
      ? ""
      : ` That is ${budget.over ? "over" : "within"} the budget of ${money(budget.perHour)} an hour.`;
  return `After the update ${money(atRest)} an hour at rest, ${difference}${most}.${spent}\n`;
}

/** What the numbers leave out. */
export function notesOf({ stacks, unknown, budget }: CostReport): string[] {
  const missing = stacks.flatMap(({ resources }) =>
    resources.flatMap((one) => (one.unknown === undefined ? [] : [`${one.name}: ${one.unknown}`])),
  );
  if (unknown.length > 0 && budget !== undefined && !budget.over) {
    return [...missing, "whether that keeps within the budget cannot be said while prices are missing"];
  }
  return missing;
}

function perMonth(perHour: number): string {
  const amount = perHour * hoursPerMonth;
  return moneyFormat([amount])(amount);
}
