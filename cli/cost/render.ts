import { code, commentOf, markdownTable, text } from "../output/markdown";
import { hoursPerMonth, moneyFormat } from "../output/money";
import { Output } from "../output/output";
import { type Display, labelled } from "../output/style";
import { tableOf } from "../output/table";
import { placeOf, titleOf } from "../stack/stack";
import { type CostReport, missingIn, type ResourceCost, type StackCost } from "./report";

export const costOutput = new Output<CostReport>("report", { table, markdown });

/** For people: a table for each stack, then what the numbers leave out. */
export function table(report: CostReport, display: Display): string {
  const notes = notesOf(report).map((note) => labelled("hint", "note:", note, display));
  return [...report.stacks.map((stack) => tableOfStack(stack, display)), summaryOf(report), ...notes].join("\n");
}

const columns = [
  ...["NAME", "KIND", "ACTION"].map((title) => ({ title })),
  ...["NOW/H", "REST/H", "MOST/H", "REST/MONTH", "MOST/MONTH"].map((title) => ({ title, align: "right" as const })),
];

function tableOfStack(stack: StackCost, display: Display): string {
  const { resources, error } = stack;
  const title = titleOf(stack);
  if (error !== undefined) return `${title}: ${labelled("error", "not previewed:", error, display)}`;
  if (resources.length === 0) return `${title}: nothing that costs by the hour\n`;
  const { each, total } = amountsIn(stack);
  const rows = resources.map(({ name, kind, action }, index) => [name, kind, action, ...(each[index] ?? [])]);
  return `${title}\n\n${tableOf({ columns, rows, footer: ["total", "", "", ...total] }, display)}`;
}

/** For a comment or a job summary. What does not fit is counted. */
export function markdown(report: CostReport): string {
  const failed = report.stacks.some(({ error }) => error !== undefined);
  const verdict = `Cost${report.budget?.over === true ? ": over the budget" : ""}${failed ? ": not all stacks could be previewed" : ""}`;
  const notes = notesOf(report).map((note) => `> ${text(note)}`);
  return commentOf([`## ${verdict}`, text(summaryOf(report).trimEnd()), ...report.stacks.map(markdownOf), ...notes]);
}

const head = ["Resource", "Action", "Now", "At rest", "At most", "At rest, a month", "At most, a month"];

function markdownOf(stack: StackCost): string {
  const { resources, error } = stack;
  const title = `### Stack ${code(placeOf(stack))}`;
  if (error !== undefined) return `${title}\n\n**Error:** ${text(error)}`;
  if (resources.length === 0) return `${title}\n\nNothing that costs by the hour.`;
  const { each, total } = amountsIn(stack);
  const rows = resources.map(({ name, kind, action }, index) => [
    `${code(name)} ${kind}`,
    action,
    ...(each[index] ?? []),
  ]);
  const footer = ["**Total**", "", ...total.map((cell) => `**${cell}**`)];
  return `${title}\n\nUS dollars an hour unless stated otherwise.\n\n${markdownTable(head, [...rows, footer])}`;
}

/** Of each resource and of all: now, at rest and at most an hour, then at rest and at most a month. */
function amountsIn({ resources, perHour }: StackCost): { readonly each: string[][]; readonly total: string[] } {
  const money = moneyFormat(resources.flatMap((one) => Object.values(one.perHour)));
  const part = (cell: string, amount: number) => (amount === 0 ? "unknown" : `${cell} + ?`);
  const amountsOf = ({
    perHour: { now, atRest, atMost },
    unknown,
    unknownNow,
  }: Pick<ResourceCost, "perHour" | "unknown" | "unknownNow">) => {
    const later = [money(atRest), money(atMost), perMonth(atRest), perMonth(atMost)];
    return [
      unknownNow === undefined ? money(now) : part(money(now), now),
      ...(unknown === undefined ? later : later.map((cell) => part(cell, atMost))),
    ];
  };
  return { each: resources.map(amountsOf), total: amountsOf({ perHour }) };
}

/** The difference that the update makes, in a sentence or two. */
function summaryOf({ perHour: { now, atRest, atMost }, unknown, stacks, budget }: CostReport): string {
  const money = moneyFormat([now, atRest, atMost]);
  const change = atRest - now;
  const difference = change === 0 ? "as now" : `${money(Math.abs(change))} ${change > 0 ? "more" : "less"} than now`;
  const most = atMost === atRest ? "" : `, at most ${money(atMost)}`;
  const missing = missingIn(stacks);
  const start = unknown.length === 0 && missing === undefined ? "After" : "As far as prices are known: after";
  const verdict = budget === undefined ? "" : ` ${verdictOn(budget, missing)}`;
  return `${start} the update ${money(atRest)} an hour at rest, ${difference}${most}.${verdict}\n`;
}

/** Whether the budget is kept, as far as that is known. */
export function verdictOn({ perHour, over }: NonNullable<CostReport["budget"]>, missing: string | undefined): string {
  const budget = `the budget of ${moneyFormat([perHour])(perHour)} an hour`;
  if (over) return `That is over ${budget}.`;
  return missing === undefined
    ? `That is within ${budget}.`
    : `That is within ${budget}; whether all of it is cannot be determined ${missing}.`;
}

/** What was previewed, and what the numbers leave out. */
function notesOf({ stacks, refreshed }: CostReport): string[] {
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
