import type { BilledTime, Billing, BillingGrouping, GroupedAmounts, GroupedBilling, GroupedReport } from "../billing";
import { checkOneOf, refuse } from "../refuse";
import { type Attribution, attributionOf, type Match, type Witnesses } from "./attribution";
import { type BilledRecord, groupedBy, sumOf } from "./grouping";
import { GROUPINGS, UNATTRIBUTED } from "./groupings";
import { dollars } from "./money";

const OPERATION = "groupedBilling";
const NOUNS = { pods: "pods", serverless: "endpoints", networkVolumes: "network volumes" } as const;

/** The bill, the resources it is about, and the one added up by what is known of the others. */
export async function groupedBilling<Subject extends keyof GroupedAmounts>(
  billing: Billing,
  witnesses: Witnesses,
  query: GroupedBilling<Subject>,
): Promise<GroupedReport<GroupedAmounts[Subject]>> {
  const { subject, gpuId, signal } = query;
  const grouping = groupingOf(query);
  const [{ records, period, names }, attribution] = await Promise.all([
    billOf(billing, query),
    attributionOf({ subject, grouping, gpuId, signal }, witnesses),
  ]);
  const { yes: kept, several, gone } = sifted(records, attribution);
  const grouped = groupedBy(attribution.groupOf, kept, names);
  const totals = sumOf(
    grouped.map(({ amounts }) => amounts),
    names,
  );
  const hasUnattributed = grouped.some(({ group }) => group === UNATTRIBUTED);
  const asked = { noun: NOUNS[subject], grouping, gpuId, refusal: attribution.refusal };
  return {
    grouping,
    // Every amount of the subject is among the names, which the answer's own totals gave.
    records: grouped as unknown as GroupedReport<GroupedAmounts[Subject]>["records"],
    totals: totals as unknown as GroupedAmounts[Subject],
    period,
    notes: [
      ...noteOfGone(gone, asked),
      ...noteOfSeveral(several, asked),
      ...(hasUnattributed ? [noteOfUnattributed(asked)] : []),
    ],
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
  const { subject, grouping: _grouping, gpuId: _gpuId, resourceId, ...asked } = query;
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
  readonly refusal: string | undefined;
}

function noteOfGone(records: readonly BilledRecord[], { noun, gpuId, refusal }: Noted): string[] {
  if (records.length === 0) return [];
  const left = `${usd(records)} of ${noun}`;
  return refusal === undefined
    ? [`${left} that are no longer there is left out: whether it was for ${gpuId} cannot be told`]
    : [`${left} is left out: whether it was for ${gpuId} could not be looked up. ${refusal}`];
}

function noteOfSeveral(records: readonly BilledRecord[], { noun, gpuId }: Noted): string[] {
  if (records.length === 0) return [];
  return [
    `${usd(records)} of ${noun} that may run on other GPUs than ${gpuId} too is left out: the bill does not tell which it was`,
  ];
}

function noteOfUnattributed({ noun, grouping, refusal }: Noted): string {
  if (grouping === "podId") {
    return `the platform bills an endpoint as a whole and not its workers, so everything is in "${UNATTRIBUTED}": group by endpointId`;
  }
  return refusal === undefined
    ? `"${UNATTRIBUTED}" is what ${noun} cost that are no longer there to tell their GPU`
    : `everything is in "${UNATTRIBUTED}", because the GPUs of ${noun} could not be looked up. ${refusal}`;
}

function usd(records: readonly BilledRecord[]): string {
  return dollars(records.reduce((sum, { amounts }) => sum + (amounts.totalAmount ?? 0), 0));
}
