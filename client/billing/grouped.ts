import { dollars, roundMoney } from "../../kernel/money";
import { checkOneOf, invalidCall } from "../errors/invalid-call";
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
    // RunPod's totals name every amount of the subject, so each sum has all of these amounts.
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
  if (gpuId === "") throw invalidCall(OPERATION, "gpuId is empty, but must name a GPU type or a pool");
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
    `${usd(records)} of the cost of ${context.noun} is left out: ${unknownGpu(records, context)}, so this amount may be for ${context.gpuId}`,
  ];
}

function noteOfSeveral(records: readonly BilledRecord[], { noun, gpuId }: NoteContext): string[] {
  if (records.length === 0) return [];
  return [
    `${usd(records)} of the cost of ${noun} is left out: these ${noun} may also run on GPUs other than ${gpuId}, and the bill does not name the GPU`,
  ];
}

function noteOfUnattributed(records: readonly BilledRecord[], context: NoteContext): string[] {
  if (records.length === 0) return [];
  const left = `${usd(records)} of the cost of ${context.noun} is in the group "${UNATTRIBUTED}"`;
  return context.grouping === "podId"
    ? [
        `${left}: RunPod bills an endpoint as a whole and does not name its workers. To see the cost of each endpoint, group by endpointId`,
      ]
    : [`${left}: ${unknownGpu(records, context)}`];
}

/** Returns a text that names the resources whose GPU is unknown, and the sources that do not know it either. */
function unknownGpu(records: readonly BilledRecord[], { noun, failures, sources }: NoteContext): string {
  const ids = [...new Set(records.map(({ resourceId }) => resourceId))];
  const shown =
    ids.length > MOST_IDS ? `${ids.slice(0, MOST_IDS).join(", ")} and ${ids.length - MOST_IDS} more` : ids.join(", ");
  if (failures.length > 0) return `the GPUs of ${shown} could not be read. ${failures.join(" ")}`;
  const known =
    sources.length === 0 ? "" : `, and ${sources.map(({ name }) => name).join(" or ")} does not contain their GPUs`;
  return `the GPUs of ${shown} are unknown, because RunPod no longer lists these ${noun}${known}`;
}

const MOST_IDS = 3;

function usd(records: readonly BilledRecord[]): string {
  return dollars(amountOf(records));
}

function amountOf(records: readonly BilledRecord[]): number {
  return roundMoney(records.reduce((sum, { amounts }) => sum + (amounts.totalAmount ?? 0), 0));
}
