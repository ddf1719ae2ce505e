import { code, commentOf, markdownTable, text } from "../output/markdown";
import { moneyFormat } from "../output/money";
import { placeOf } from "../stack/stack";
import { amountsOf, notesOf, summaryOf } from "./render";
import type { CostReport, StackCost } from "./report";

/** For a comment or a job summary. What does not fit is counted. */
export function markdown(report: CostReport): string {
  const failed = report.stacks.some(({ error }) => error !== undefined);
  const verdict = `Cost${report.budget?.over === true ? ": over the budget" : ""}${failed ? ": not all stacks could be previewed" : ""}`;
  const notes = notesOf(report).map((note) => `> ${text(note)}`);
  return commentOf([`## ${verdict}`, text(summaryOf(report).trimEnd()), ...report.stacks.map(ofStack), ...notes]);
}

const head = ["Resource", "Action", "Now", "At rest", "At most", "At rest, a month", "At most, a month"];

function ofStack(stack: StackCost): string {
  const { resources, perHour, error } = stack;
  const title = `### Stack ${code(placeOf(stack))}`;
  if (error !== undefined) return `${title}\n\n**Error:** ${text(error)}`;
  if (resources.length === 0) return `${title}\n\nNothing that costs by the hour.`;
  const money = moneyFormat(resources.flatMap((one) => Object.values(one.perHour)));
  const rows = resources.map((one) => [`${code(one.name)} ${one.kind}`, one.action, ...amountsOf(one, money)]);
  const total = ["**Total**", "", ...amountsOf({ perHour }, money).map((cell) => `**${cell}**`)];
  return `${title}\n\nUS dollars an hour unless said otherwise.\n\n${markdownTable(head, [...rows, total])}`;
}
