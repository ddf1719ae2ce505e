import { formatDuration } from "../../kernel/duration";
import { kindOnAccount, shownAs } from "../account/kinds";
import { Output } from "../flags/output";
import { dollars, hoursPerMonth, moneyFormat, sumText } from "../output/money";
import { type Block, note, type Report, type ReportColumn, type ResourceRow } from "../output/report";
import { counted } from "../output/text";
import type { PsItem, PsReport } from "./report";

export const psOutput = new Output<PsReport>("data", {
  report: psText,
  csv: ({ items }) => ({
    columns: [
      ...["kind", "id", "name", "account", "status", "hardware", "place", "createdAt", "costPerHour"],
      ...["organization", "project", "stack", "resource", "held", "utilization", "jobs"],
    ],
    rows: items.map(({ owner, activity, parts: _, ...item }) => ({
      ...textsOf(item),
      ...textsOf({ ...owner, resource: owner?.name, name: item.name, held: owner?.held?.toString() }),
      ...textsOf({ utilization: activity?.utilization, jobs: activity?.jobs }),
    })),
  }),
});

/** Formats a row for CSV. An unknown value becomes an empty cell. */
function textsOf(values: Readonly<Record<string, string | number | null | undefined>>) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? undefined]));
}

/** The columns after name and kind. A narrow terminal hides columns with `mayGo`. */
const columns: readonly ReportColumn[] = [
  { title: "Id", as: "code", cut: false },
  { title: "Status" },
  { title: "Hardware" },
  { title: "Place", mayGo: true },
  { title: "Age", align: "right", mayGo: true },
  { title: "Per hour", align: "right" },
  { title: "Work", mayGo: true },
  { title: "Stack", as: "code" },
  { title: "Resource", mayGo: true },
  { title: "Account", mayGo: true },
];

function psText(report: PsReport): Report {
  const { items, total, accounts, accountsNotRead, stacksNotRead } = report;
  const now = Date.parse(report.at);
  const money = moneyFormat(items.flatMap(({ costPerHour }) => costPerHour ?? []));
  const rows = items.flatMap((item) => [rowOf(item, { now, money }), ...partRows(item, now)]);
  const isShown = <T>(_: T, index: number) => rows.some(({ cells }) => cells[index] !== "");
  const resources = rows.map((row) => ({ ...row, cells: row.cells.filter(isShown) }));
  const list: Block[] = items.length === 0 ? [] : [{ resources, columns: columns.filter(isShown) }];
  const notes = [
    ...accountsNotRead.map(
      (reason) => `Podwright could not read the account of ${reason}. The list lacks its resources.`,
    ),
    ...stacksNotRead.map(
      (reason) => `Podwright could not read ${reason}. Resources that seem to have no stack may belong to that stack.`,
    ),
  ].map(note);
  const title = `Resources on ${accounts.length === 1 ? "the account" : "the accounts"}`;
  return { title, stacks: [{ blocks: [...list, { text: totalOf(total, accounts) }, ...notes] }], closing: [] };
}

function rowOf(item: PsItem, { now, money }: { now: number; money: (amount: number) => string }): ResourceRow {
  const { kind, id, name, status, hardware, place, createdAt, costPerHour, owner, account = "" } = item;
  const cost = costPerHour === null ? "unknown" : money(costPerHour);
  const resource = owner === null ? "" : `${owner.name}${owner.held === false ? " (not in the state)" : ""}`;
  const stack = owner === null ? "" : shownAs({ ...owner, organization: owner.organization ?? "-" });
  const work = workOf(item);
  const cells = [id, status, hardware ?? "", place ?? "", ageOf(createdAt, now), cost, work, stack, resource, account];
  // A task's pod is the task at work.
  return { name, kind: owner?.kind?.toLowerCase() ?? kindOnAccount(kind).word, cells };
}

/**
 * Renders the workers of an endpoint or the pods of a cluster, without costs. The parent's row includes their costs.
 */
function partRows({ kind, parts = [] }: PsItem, now: number): ResourceRow[] {
  const word = kind === "Cluster" ? "  pod" : "  worker";
  return parts.map(({ id, status, hardware, place, createdAt }) => ({
    name: "",
    kind: word,
    cells: [id, status, hardware ?? "", place ?? "", ageOf(createdAt, now), "", "", "", "", ""],
  }));
}

function workOf({ activity }: PsItem): string {
  if (activity === undefined) return "";
  const { utilization, jobs } = activity;
  return utilization === undefined ? counted(jobs ?? 0, "job") : `${utilization}%`;
}

function ageOf(createdAt: string | null, now: number): string {
  const at = createdAt === null ? Number.NaN : Date.parse(createdAt);
  return Number.isNaN(at)
    ? ""
    : (formatDuration(Math.floor(Math.max(0, now - at) / 1_000) * 1_000).split(" ")[0] ?? "");
}

function totalOf({ items, costPerHour, unpriced }: PsReport["total"], accounts: readonly string[]): string {
  const of = accounts.length === 1 ? "The account" : "Each account";
  const seen = accounts.length === 1 ? "" : ` on the accounts of ${accounts.join(", ")}`;
  if (items === 0) return `${of} of ${accounts.join(", ")} has no such resources.`;
  const sum = (amount: number) => sumText(dollars(amount), unpriced > 0);
  const cost = `${sum(costPerHour)} an hour, ${sum(costPerHour * hoursPerMonth)} a month of ${hoursPerMonth} hours`;
  const rest = unpriced === 0 ? "" : `; ${counted(unpriced, "item")} without a known price`;
  return `${counted(items, "item")}${seen}: ${cost}${rest}`;
}
