import { checkOneOf, invalidCall } from "../errors/invalid-call";
import { dollars, roundMoney } from "../values/money";
import { type Attribution, attributionOf, type Match, type ResourceLookups } from "./attribution";
import { GROUPINGS } from "./choices";
import { type Bill, type BilledRecord, groupedBy, sumOf } from "./grouping";
import {
  type BillingGrouping,
  type BillingSource,
  type BillingSubject,
  type GroupedAmounts,
  type GroupedBilling,
  type GroupedReport,
  UNATTRIBUTED,
} from "./types";

const OPERATION = "groupedBilling";
const NOUNS = { pods: "pods", serverless: "endpoints", networkVolumes: "network volumes" } as const;

/** Reads the bill and the resources that it bills, and adds up the amounts of each group. */
export async function groupedBilling<Subject extends BillingSubject>(
  readBill: (query: GroupedBilling<BillingSubject>) => Promise<Bill>,
  lookups: ResourceLookups,
  query: GroupedBilling<Subject>,
): Promise<GroupedReport<GroupedAmounts[Subject]>> {
  const { subject, gpuId, sources = [], signal } = query;
  const grouping = groupingOf(query);
  const bill = readBill(query).then((whole) => narrowed(whole, query.resourceIds));
  const [{ records, period, names }, attribution] = await Promise.all([
    bill,
    attributionOf(
      { subject, grouping, gpuId, sources, signal },
      lookups,
      bill.then((billed) => billed.records),
    ),
  ]);
  const { yes: kept, several, gone } = byMatch(records, attribution);
  const unplaced = kept.filter(({ resourceId }) => attribution.groupOf(resourceId) === UNATTRIBUTED);
  const grouped = groupedBy(attribution.groupOf, kept, names);
  const totals = sumOf(
    grouped.map(({ amounts }) => amounts),
    names,
  );
  const context = { noun: NOUNS[subject], grouping, gpuId, failures: attribution.failures, sources };
  return {
    grouping,
    // The names come from the report's totals, so the sums have all amounts of the subject.
    records: grouped as unknown as GroupedReport<GroupedAmounts[Subject]>["records"],
    totals: totals as unknown as GroupedAmounts[Subject],
    period,
    unattributed: amountOf([...gone, ...several, ...unplaced]),
    notes: [...noteOfGone(gone, context), ...noteOfSeveral(several, context), ...noteOfUnattributed(unplaced, context)],
  };
}

/** Keeps the records of the given resources. RunPod can filter by only one resource. */
function narrowed(bill: Bill, ids: readonly string[] | undefined): Bill {
  if (ids === undefined) return bill;
  const wanted = new Set(ids);
  return { ...bill, records: bill.records.filter(({ resourceId }) => wanted.has(resourceId)) };
}

/** Checks the values, because a caller from JavaScript bypasses the types. */
function groupingOf({ subject, grouping, gpuId }: GroupedBilling<BillingSubject>): BillingGrouping {
  checkOneOf(OPERATION, "subject", String(subject), Object.keys(GROUPINGS));
  checkOneOf(OPERATION, "grouping", grouping, GROUPINGS[subject]);
  if (gpuId !== undefined && subject === "networkVolumes")
    throw invalidCall(OPERATION, "gpuId cannot filter network volumes, because they have no GPU");
  if (gpuId === "") throw invalidCall(OPERATION, "gpuId must name a GPU type or a pool, and is empty");
  return grouping ?? GROUPINGS[subject][0];
}

function byMatch(records: readonly BilledRecord[], { matchesGpu }: Attribution): Record<Match, BilledRecord[]> {
  const by: Record<Match, BilledRecord[]> = { yes: [], no: [], gone: [], several: [] };
  for (const record of records) by[matchesGpu(record.resourceId)].push(record);
  return by;
}

interface NoteContext {
  readonly noun: string;
  readonly grouping: BillingGrouping;
  readonly gpuId: string | undefined;
  readonly failures: readonly string[];
  readonly sources: readonly BillingSource[];
}

function noteOfGone(records: readonly BilledRecord[], context: NoteContext): string[] {
  if (records.length === 0) return [];
  return [
    `${usd(records)} of ${context.noun} is left out: ${unknownGpu(records, context)}, so this amount may be for ${context.gpuId}`,
  ];
}

function noteOfSeveral(records: readonly BilledRecord[], { noun, gpuId }: NoteContext): string[] {
  if (records.length === 0) return [];
  return [
    `${usd(records)} of ${noun} is left out: they may also run on other GPUs than ${gpuId}, and the bill does not name the GPU`,
  ];
}

function noteOfUnattributed(records: readonly BilledRecord[], context: NoteContext): string[] {
  if (records.length === 0) return [];
  const left = `${usd(records)} of ${context.noun} is "${UNATTRIBUTED}"`;
  return context.grouping === "podId"
    ? [`${left}: RunPod bills an endpoint as a whole, without its workers. Group by endpointId`]
    : [`${left}: ${unknownGpu(records, context)}`];
}

/** Says which resources have an unknown GPU, and which places were searched for it. */
function unknownGpu(records: readonly BilledRecord[], { noun, failures, sources }: NoteContext): string {
  const ids = [...new Set(records.map(({ resourceId }) => resourceId))];
  const shown =
    ids.length > MOST_IDS ? `${ids.slice(0, MOST_IDS).join(", ")} and ${ids.length - MOST_IDS} more` : ids.join(", ");
  if (failures.length > 0) return `the GPUs of ${shown} could not be read. ${failures.join(" ")}`;
  const known =
    sources.length === 0 ? "" : `, and their GPUs are not in ${sources.map(({ name }) => name).join(" or ")}`;
  return `the GPUs of ${shown} are unknown, because RunPod no longer lists these ${noun}${known}`;
}

const MOST_IDS = 3;

function usd(records: readonly BilledRecord[]): string {
  return dollars(amountOf(records));
}

function amountOf(records: readonly BilledRecord[]): number {
  return roundMoney(records.reduce((sum, { amounts }) => sum + (amounts.totalAmount ?? 0), 0));
}
