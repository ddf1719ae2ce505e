import { asCalled } from "../../kernel/as-called";
import { kindOnAccount } from "../account/kinds";
import { Output } from "../flags/output";
import { dollars, hoursPerMonth, moneyFormat, sumText } from "../output/money";
import { type Block, note, type Report, type ReportColumn } from "../output/report";
import type { Style } from "../output/style";
import { type Finding, type GuardReport, verdictOf } from "./report";

export const guardOutput = new Output<GuardReport>("report", {
  report: guardText,
  csv: ({ findings }) => ({
    columns: [
      "kind",
      "id",
      "name",
      "account",
      "status",
      "costPerHour",
      "stack",
      "resource",
      "rules",
      "reasons",
      "outcome",
      "note",
    ],
    rows: findings.map(({ broken, costPerHour, stack, resource, ...rest }) => ({
      ...rest,
      costPerHour: costPerHour ?? undefined,
      stack: stack ?? undefined,
      resource: resource ?? undefined,
      rules: broken.map(({ rule }) => rule).join(", "),
      reasons: reasonsOf(broken),
    })),
  }),
});

const columns: readonly ReportColumn[] = [
  { title: "Id", as: "code", cut: false },
  { title: "Per hour", align: "right" },
  { title: "Stack", as: "code" },
  { title: "Rule" },
  { title: "Outcome", cut: false },
];

const styles: Readonly<Record<GuardReport["result"], Style>> = { clear: "good", found: "bad", failed: "error" };

export function guardText(report: GuardReport): Report {
  const { findings, costPerHour, result, accountsNotRead, stacksNotRead, notes } = report;
  const verdict = verdictOf(report);
  const isPartial = findings.some((one) => one.costPerHour === null);
  const amount = (sum: number) => sumText(dollars(sum), isPartial);
  const cost = `${amount(costPerHour)} an hour, ${amount(costPerHour * hoursPerMonth)} a month of ${hoursPerMonth} hours`;
  const money = moneyFormat(findings.flatMap((one) => one.costPerHour ?? []));
  const isStopped = findings.some(({ outcome }) => outcome === "stopped");
  const sum = findings.length === 0 ? "" : `. They cost ${cost}${isStopped ? " before the stop" : ""}`;
  const remarks = [
    ...accountsNotRead.map(
      (reason) => `Podwright could not read the account of ${reason}. The report lacks its resources.`,
    ),
    ...stacksNotRead.map(
      (reason) => `Podwright could not read ${reason}. Resources that seem to have no stack may belong to that stack.`,
    ),
    ...notes,
    ...advice(findings),
  ];
  const rows = findings.map(({ name, kind, id, account, broken, outcome, ...one }) => ({
    name,
    kind: kindOnAccount(kind).word,
    cells: [
      id,
      one.costPerHour === null ? "unknown" : money(one.costPerHour),
      `${one.stack ?? "none"}${account === undefined ? "" : ` (account of ${account})`}`,
      broken.map(({ rule }) => rule).join(", "),
      outcome,
    ],
  }));
  const table: Block[] = findings.length === 0 ? [] : [{ resources: rows, columns }];
  const reasons: Block[] = findings.length === 0 ? [] : [{ lines: findings.map(lineOn) }];
  return {
    title: findings.length === 0 ? "No resource breaks a rule" : "Resources break a rule",
    stacks: [{ verdict: [[styles[result], verdict], `${sum}.`], blocks: [...table, ...reasons, ...remarks.map(note)] }],
    closing: [],
  };
}

function lineOn({ kind, name, broken, note: said = "" }: Finding): string {
  return [`${kindOnAccount(kind).word} ${name}:`, reasonsOf(broken), said].filter((part) => part !== "").join(" ");
}

function reasonsOf(broken: Finding["broken"]): string {
  return broken.map(({ reason }) => reason).join(" ");
}

function advice(findings: readonly Finding[]): string[] {
  const dryRun = findings.some(({ outcome }) => outcome === "found");
  const changed = new Set(
    findings.flatMap(({ outcome, stack }) => (outcome === "stopped" && stack !== null ? stack : [])),
  );
  return [
    ...(dryRun ? ["This was a dry run. To stop resources, add `--stop unowned` or `--stop <project>/<stack>`."] : []),
    ...[...changed].map((stack) =>
      asCalled(`\`podwright drift\` will report ${stack}, and \`pulumi up --refresh\` undoes the stop.`),
    ),
  ];
}
