import type { BillingQuery, Platform } from "../../provider/platform";

/** What a record is attributed to. */
export type Grouping = "podId" | "gpuId" | "endpointId" | "networkVolumeId";

/** One record of the platform, whatever it is about. Amounts are US dollars by their wire names. */
export interface BilledRecord {
  readonly startTime: string;
  readonly endTime: string;
  /** The pod, endpoint or volume. */
  readonly resourceId: string;
  readonly amounts: Readonly<Record<string, number>>;
}

export interface BilledRecords {
  readonly records: readonly BilledRecord[];
  /** As the platform understood the question: moved to the ends of buckets. */
  readonly period: { readonly startTime: string; readonly endTime: string; readonly bucketSize: string };
}

/** One of the subcommands (contract section 16), as far as it differs from the others. */
export interface Subject {
  readonly name: "pods" | "serverless" | "network-volume";
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly noun: string;
  /** The first one is the default; flags offer a choice only where there is one. */
  readonly groupings: readonly [Grouping, ...Grouping[]];
  /** Wire names, the total first. */
  readonly amounts: readonly string[];
  /** The flag that narrows it to one resource, where the contract has one. */
  readonly resourceFlag?: { readonly flag: "--pod-id" | "--endpoint-id"; readonly description: string };
  readonly hasGpuFilter: boolean;
  fetch(platform: Platform, query: BillingQuery, resourceId: string | undefined): Promise<BilledRecords>;
}

export const pods: Subject = {
  name: "pods",
  aliases: [],
  summary: "what pods have cost",
  noun: "pods",
  groupings: ["gpuId", "podId"],
  amounts: ["totalAmount", "gpuAmount", "cpuAmount", "diskAmount"],
  resourceFlag: { flag: "--pod-id", description: "only this pod" },
  hasGpuFilter: true,
  fetch: async ({ billing }, query, podId) => recordsOf(await billing.pods({ ...query, podId }), "podId"),
};

export const serverless: Subject = {
  name: "serverless",
  aliases: ["sls", "endpoints"],
  summary: "what serverless endpoints have cost",
  noun: "serverless endpoints",
  groupings: ["endpointId", "podId", "gpuId"],
  amounts: ["totalAmount", "gpuAmount", "cpuAmount", "diskAmount", "feeAmount"],
  resourceFlag: { flag: "--endpoint-id", description: "only this endpoint" },
  hasGpuFilter: true,
  fetch: async ({ billing }, query, serverlessId) =>
    recordsOf(await billing.serverless({ ...query, serverlessId }), "serverlessId"),
};

export const networkVolumes: Subject = {
  name: "network-volume",
  aliases: ["nv"],
  summary: "what network volumes have cost",
  noun: "network volumes",
  groupings: ["networkVolumeId"],
  amounts: ["totalAmount", "standardAmount", "highPerformanceAmount"],
  hasGpuFilter: false,
  fetch: async ({ billing }, query) => recordsOf(await billing.networkVolumes(query), "networkVolumeId"),
};

export const subjects: readonly Subject[] = [pods, serverless, networkVolumes];

interface WireRecord {
  readonly startTime: string;
  readonly endTime: string;
}

function recordsOf<Id extends string>(
  {
    records,
    period,
  }: {
    readonly records: readonly (WireRecord & Readonly<Record<Id, string>>)[];
    readonly period: BilledRecords["period"];
  },
  id: Id,
): BilledRecords {
  return {
    period,
    records: records.map((record) => ({
      startTime: record.startTime,
      endTime: record.endTime,
      resourceId: record[id],
      amounts: amountsIn(record),
    })),
  };
}

function amountsIn(record: object): Record<string, number> {
  const amounts: Record<string, number> = {};
  for (const [name, value] of Object.entries(record)) if (typeof value === "number") amounts[name] = value;
  return amounts;
}
