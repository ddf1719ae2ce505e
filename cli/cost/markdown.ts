import { code, markdownTable, text } from "../output/markdown";
import { moneyFormat } from "../output/money";
import type { CostReport, StackCost } from "./report";
import { amountsOf, notesOf, summaryOf } from "./table";

/** For a comment or a job summary. */
export function markdown(report: CostReport): string {
  const verdict = report.budget?.over === true ? "Cost: over the budget" : "Cost";
  const notes = notesOf(report).map((note) => `> ${text(note)}`);
  return `${[`## ${verdict}`, text(summaryOf(report).trimEnd()), ...report.stacks.map(ofStack), ...notes].join("\n\n")}\n`;
}

const head = ["Resource", "Action", "Now", "At rest", "At most", "At rest, a month", "At most, a month"];

function ofStack({ cwd, stack, resources, perHour }: StackCost): string {
  const title = `### Stack ${code([stack ?? "selected", ...(cwd === "." ? [] : [cwd])].join(" in "))}`;
  if (resources.length === 0) return `${title}\n\nNothing that costs by the hour.`;
  const money = moneyFormat(resources.flatMap((one) => Object.values(one.perHour)));
  const rows = resources.map((one) => [`${code(one.name)} ${one.kind}`, one.action, ...amountsOf(one, money)]);
  const total = ["**Total**", "", ...amountsOf({ perHour }, money).map((cell) => `**${cell}**`)];
  return `${title}\n\nUS dollars an hour unless said otherwise.\n\n${markdownTable(head, [...rows, total])}`;
}
