import { dollars } from "../values/money";
import { checkOneOf, refuse } from "../values/refuse";
import { type Attribution, attributionOf, type Match, type Witnesses } from "./attribution";
import { type BilledRecord, groupedBy, sumOf } from "./grouping";
import { GROUPINGS, UNATTRIBUTED } from "./groupings";
import { roundMoney } from "./round-money";
import type {
  BilledTime,
  Billing,
  BillingGrouping,
  BillingSource,
  GroupedAmounts,
  GroupedBilling,
  GroupedReport,
} from "./types";

const OPERATION = "groupedBilling";
const NOUNS = { pods: "pods", serverless: "endpoints", networkVolumes: "network volumes" } as const;

/** The bill, the resources it is about, and the one added up by what is known of the others. */
export async function groupedBilling<Subject extends keyof GroupedAmounts>(
  billing: Billing,
  witnesses: Witnesses,
  query: GroupedBilling<Subject>,
): Promise<GroupedReport<GroupedAmounts[Subject]>> {
  const { subject, gpuId, sources = [], signal } = query;
  const grouping = groupingOf(query);
  const bill = billOf(billing, query);
  const [{ records, period, names }, attribution] = await Promise.all([
    bill,
    attributionOf(
      { subject, grouping, gpuId, sources, signal },
      witnesses,
      bill.then((billed) => billed.records),
    ),
  ]);
  const { yes: kept, several, gone } = sifted(records, attribution);
  const unplaced = kept.filter(({ resourceId }) => attribution.groupOf(resourceId) === UNATTRIBUTED);
  const grouped = groupedBy(attribution.groupOf, kept, names);
  const totals = sumOf(
    grouped.map(({ amounts }) => amounts),
    names,
  );
  const asked = { noun: NOUNS[subject], grouping, gpuId, refusals: attribution.refusals, sources };
  return {
    grouping,
    // Every amount of the subject is among the names, which the answer's own totals gave.
    records: grouped as unknown as GroupedReport<GroupedAmounts[Subject]>["records"],
    totals: totals as unknown as GroupedAmounts[Subject],
    period,
    unattributed: amountOf([...gone, ...several, ...unplaced]),
    notes: [...noteOfGone(gone, asked), ...noteOfSeveral(several, asked), ...noteOfUnattributed(unplaced, asked)],
  };
}

/** Judged here too: a caller from JavaScript may ask for anything. */
function groupingOf({ subject, grouping, gpuId }: GroupedBilling<keyof GroupedAmounts>): BillingGrouping {
  checkOneOf(OPERATION, "subject", String(subject), Object.keys(GROUPINGS));
  checkOneOf(OPERATION, "grouping", grouping, GROUPINGS[subject]);
  if (gpuId !== undefined && subject === "networkVolumes") throw refuse(OPERATION, "network volumes have no GPU");
  if (gpuId === "") throw refuse(OPERATION, "gpuId must be a GPU type or a pool");
  return grouping ?? GROUPINGS[subject][0];
}

interface Bill {
  readonly records: readonly BilledRecord[];
  readonly period: GroupedReport<unknown>["period"];
  /** Of the amounts, the total first. */
  readonly names: readonly string[];
}

async function billOf(billing: Billing, query: GroupedBilling<keyof GroupedAmounts>): Promise<Bill> {
  const { subject, grouping: _grouping, gpuId: _gpuId, sources: _sources, resourceId, ...asked } = query;
  switch (subject) {
    case "pods":
      return billWith(await billing.pods({ ...asked, podId: resourceId }), ({ podId }) => podId);
    case "serverless":
      return billWith(
        await billing.serverless({ ...asked, serverlessId: resourceId }),
        (record) => record.serverlessId,
      );
    case "networkVolumes":
      return billWith(
        await billing.networkVolumes({ ...asked, networkVolumeId: resourceId }),
        ({ networkVolumeId }) => networkVolumeId,
      );
  }
}

function billWith<Item extends BilledTime>(
  report: { readonly records: readonly Item[]; readonly totals: object; readonly period: Bill["period"] },
  resourceOf: (record: Item) => string,
): Bill {
  const records = report.records.map((record) => ({
    startTime: record.startTime,
    endTime: record.endTime,
    resourceId: resourceOf(record),
    amounts: amountsIn(record),
  }));
  return { records, period: report.period, names: Object.keys(report.totals) };
}

function amountsIn(record: object): Record<string, number> {
  const amounts: Record<string, number> = {};
  for (const [name, value] of Object.entries(record)) if (typeof value === "number") amounts[name] = value;
  return amounts;
}

function sifted(records: readonly BilledRecord[], { matchesGpu }: Attribution): Record<Match, BilledRecord[]> {
  const by: Record<Match, BilledRecord[]> = { yes: [], no: [], gone: [], several: [] };
  for (const record of records) by[matchesGpu(record.resourceId)].push(record);
  return by;
}

interface Noted {
  readonly noun: string;
  readonly grouping: BillingGrouping;
  readonly gpuId: string | undefined;
  readonly refusals: readonly string[];
  readonly sources: readonly BillingSource[];
}

function noteOfGone(records: readonly BilledRecord[], asked: Noted): string[] {
  if (records.length === 0) return [];
  return [
    `${usd(records)} of ${asked.noun} is left out: ${unknownGpu(records, asked)}, so it may be for ${asked.gpuId}`,
  ];
}

function noteOfSeveral(records: readonly BilledRecord[], { noun, gpuId }: Noted): string[] {
  if (records.length === 0) return [];
  return [
    `${usd(records)} of ${noun} that may run on other GPUs than ${gpuId} too is left out: the bill does not tell which it was`,
  ];
}

function noteOfUnattributed(records: readonly BilledRecord[], asked: Noted): string[] {
  if (records.length === 0) return [];
  const left = `${usd(records)} of ${asked.noun} is "${UNATTRIBUTED}"`;
  return asked.grouping === "podId"
    ? [`${left}: the platform bills an endpoint as a whole and not its workers. Group by endpointId`]
    : [`${left}: ${unknownGpu(records, asked)}`];
}

/** Whose GPU is not known, and who was asked. */
function unknownGpu(records: readonly BilledRecord[], { noun, refusals, sources }: Noted): string {
  const ids = [...new Set(records.map(({ resourceId }) => resourceId))];
  const shown =
    ids.length > MOST_IDS ? `${ids.slice(0, MOST_IDS).join(", ")} and ${ids.length - MOST_IDS} more` : ids.join(", ");
  if (refusals.length > 0) return `the GPUs of ${shown} could not be looked up. ${refusals.join(" ")}`;
  const known = sources.length === 0 ? "" : `, nor found in ${sources.map(({ name }) => name).join(" or ")}`;
  return `the GPUs of ${shown} are not known, because these ${noun} are no longer there${known}`;
}

const MOST_IDS = 3;

function usd(records: readonly BilledRecord[]): string {
  return dollars(amountOf(records));
}

function amountOf(records: readonly BilledRecord[]): number {
  return roundMoney(records.reduce((sum, { amounts }) => sum + (amounts.totalAmount ?? 0), 0));
}
