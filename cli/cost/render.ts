import { moneyFormat } from "../output/money";
import { paintFor } from "../output/style";
import { tableOf } from "../output/table";
import type { CommandContext } from "../program/context";
import { placeOf, titleOf } from "../stack/stack";
import { type CostReport, hoursPerMonth, missingIn, type ResourceCost, type StackCost } from "./report";

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
  const { resources, perHour, error } = stack;
  const title = titleOf(stack);
  if (error !== undefined) return `${title}: ${paintFor(display.colors?.out)("error", "not previewed:")} ${error}\n`;
  if (resources.length === 0) return `${title}: nothing that costs by the hour\n`;
  const money = moneyFormat(resources.flatMap((one) => Object.values(one.perHour)));
  const rows = resources.map((one) => [one.name, one.kind, one.action, ...amountsOf(one, money)]);
  const footer = ["total", "", "", ...amountsOf({ perHour }, money)];
  return `${title}\n\n${tableOf({ columns, rows, footer }, display)}`;
}

/** Now, then at rest and at most an hour, then both a month. */
export function amountsOf(
  { perHour: { now, atRest, atMost }, unknown, unknownNow }: Pick<ResourceCost, "perHour" | "unknown" | "unknownNow">,
  money: (amount: number) => string,
): string[] {
  const part = (cell: string, amount: number) => (amount === 0 ? "unknown" : `${cell} + ?`);
  const later = [money(atRest), money(atMost), perMonth(atRest), perMonth(atMost)];
  return [
    unknownNow === undefined ? money(now) : part(money(now), now),
    ...(unknown === undefined ? later : later.map((cell) => part(cell, atMost))),
  ];
}

/** The difference that the update makes, in a sentence or two. */
export function summaryOf({ perHour: { now, atRest, atMost }, unknown, stacks, budget }: CostReport): string {
  const money = moneyFormat([now, atRest, atMost]);
  const change = atRest - now;
  const difference = change === 0 ? "as now" : `${money(Math.abs(change))} ${change > 0 ? "more" : "less"} than now`;
  const most = atMost === atRest ? "" : `, at most ${money(atMost)}`;
  const missing = missingIn(stacks);
  const start = unknown.length === 0 && missing === undefined ? "After" : "As far as prices are known: after";
  const verdict = budget === undefined ? "" : ` ${verdictOn(budget, missing)}`;
  return `${start} the update ${money(atRest)} an hour at rest, ${difference}${most}.${verdict}\n`;
}

/** Whether the budget is kept, as far as that can be said. */
export function verdictOn({ perHour, over }: NonNullable<CostReport["budget"]>, missing: string | undefined): string {
  const budget = `the budget of ${moneyFormat([perHour])(perHour)} an hour`;
  if (over) return `That is over ${budget}.`;
  return missing === undefined
    ? `That is within ${budget}.`
    : `That is within ${budget}; whether all of it is cannot be said ${missing}.`;
}

/** What was previewed, and what the numbers leave out. */
export function notesOf({ stacks, refreshed }: CostReport): string[] {
  const compared = refreshed
    ? "previewed with --refresh, as `pulumi up --refresh` deploys"
    : "previewed against the state, as `pulumi up` deploys; --refresh previews what `pulumi up --refresh` does";
  return [compared, ...stacks.flatMap((stack) => missingOf(stack, stacks.length))];
}

function missingOf(stack: StackCost, stacks: number): string[] {
  const of = stacks === 1 ? "" : `${placeOf(stack)}, `;
  return stack.resources.flatMap(({ name, unknown, unknownNow, assumed }) => {
    const now = unknownNow === unknown || unknownNow === undefined ? [] : [`${of}${name} now: ${unknownNow}`];
    return [...now, ...[unknown, assumed].flatMap((why) => (why === undefined ? [] : [`${of}${name}: ${why}`]))];
  });
}

function perMonth(perHour: number): string {
  const amount = perHour * hoursPerMonth;
  return moneyFormat([amount])(amount);
}
