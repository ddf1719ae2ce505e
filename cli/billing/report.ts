import { roundMoney } from "../output/money";
import { type Attribution, UNATTRIBUTED } from "./attribution";
import type { Question } from "./query";
import type { BilledRecord, BilledRecords, Subject } from "./subjects";

/** One bucket of time and one group in it. */
export interface Row {
  readonly startTime: string;
  readonly endTime: string;
  readonly group: string;
  /** US dollars by wire name, every one of the subject's. */
  readonly amounts: Readonly<Record<string, number>>;
}

export interface Report {
  readonly question: Question;
  readonly period: BilledRecords["period"];
  /** By time, then group. */
  readonly rows: readonly Row[];
  readonly totals: Readonly<Record<string, number>>;
  /** What the user should know about the figures, in sentences. */
  readonly notes: readonly string[];
}

export function reportOf(question: Question, { records, period }: BilledRecords, attribution: Attribution): Report {
  const { subject } = question;
  const kept: BilledRecord[] = [];
  const unknown: BilledRecord[] = [];
  for (const record of records) {
    const matches = attribution.matchesGpu(record.resourceId);
    if (matches === undefined) unknown.push(record);
    else if (matches) kept.push(record);
  }
  const rows = grouped(kept, subject, attribution);
  return {
    question,
    period,
    rows,
    totals: sumOf(
      rows.map(({ amounts }) => amounts),
      subject,
    ),
    notes: [...noteOfUnknown(unknown, question), ...noteOfUnattributed(rows, question)],
  };
}

function grouped(records: readonly BilledRecord[], subject: Subject, attribution: Attribution): Row[] {
  const rows = new Map<
    string,
    { readonly first: BilledRecord; readonly group: string; readonly parts: Row["amounts"][] }
  >();
  for (const record of records) {
    const group = attribution.groupOf(record.resourceId);
    const key = `${record.startTime}\n${group}`;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { first: record, group, parts: [record.amounts] });
    else row.parts.push(record.amounts);
  }
  return [...rows.values()]
    .map(({ first: { startTime, endTime }, group, parts }) => ({
      startTime,
      endTime,
      group,
      amounts: sumOf(parts, subject),
    }))
    .sort((a, b) => compare(a.startTime, b.startTime) || compare(a.group, b.group));
}

function sumOf(parts: readonly Row["amounts"][], { amounts }: Subject): Record<string, number> {
  const sum = (name: string) => roundMoney(parts.reduce((total, part) => total + (part[name] ?? 0), 0));
  return Object.fromEntries(amounts.map((name) => [name, sum(name)]));
}

function noteOfUnattributed(rows: readonly Row[], { subject, grouping }: Question): string[] {
  if (!rows.some(({ group }) => group === UNATTRIBUTED)) return [];
  return [
    grouping === "podId"
      ? `the platform bills an endpoint as a whole and not its workers, so everything is in "${UNATTRIBUTED}": use --grouping endpointId`
      : `"${UNATTRIBUTED}" is what ${subject.noun} cost that are no longer there to tell their GPU`,
  ];
}

function noteOfUnknown(records: readonly BilledRecord[], { subject, gpuId }: Question): string[] {
  if (records.length === 0) return [];
  const total = records.reduce((sum, { amounts }) => sum + (amounts.totalAmount ?? 0), 0);
  return [
    `$${total.toFixed(2)} of ${subject.noun} that are no longer there is left out: whether it was for ${gpuId ?? ""} cannot be told`,
  ];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
