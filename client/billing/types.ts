import * as z from "zod";
import type { CallOptions } from "../http/requests";
import { count, nullableText, open, type Parsed, text } from "../wire/fields";
import type { BucketSize, GROUPINGS } from "./choices";

export type { BucketSize } from "./choices";

/** A period and the size of its buckets. A time is either RFC 3339 text or a `Date`. */
export interface BillingQuery extends CallOptions {
  /** Start of the period. RunPod moves this time back to the start of its bucket. Default: 30 days ago. */
  readonly startTime?: string | Date | undefined;
  /** End of the period, exclusive. RunPod moves this time forward to the end of its bucket. Default: now. */
  readonly endTime?: string | Date | undefined;
  /** Length of a bucket. Default `day`. */
  readonly bucketSize?: BucketSize | undefined;
  /** Number of most recent buckets, including the current bucket. At least 1. Cannot be combined with `startTime` or `endTime`. */
  readonly lastN?: number | undefined;
}

const billedTimeSchema = z.object({ startTime: z.string(), endTime: z.string() });
/** Period of a record (RFC 3339). `endTime` is exclusive. */
export type BilledTime = Parsed<typeof billedTimeSchema>;

// Amounts of a record. RunPod leaves out an amount of 0, but never the total.
const totalSchema = z.object({ totalAmount: z.number() });

const podAmountsSchema = totalSchema.extend({
  gpuAmount: count,
  cpuAmount: count,
  /** Cost of disks. RunPod also bills the disk of a stopped pod. */
  diskAmount: count,
});
/** Amounts of a pod in US dollars. */
export type PodAmounts = Parsed<typeof podAmountsSchema>;

const serverlessAmountsSchema = podAmountsSchema.extend({ feeAmount: count });
export type ServerlessAmounts = Parsed<typeof serverlessAmountsSchema>;

export type PublicEndpointAmounts = Parsed<typeof totalSchema>;

const networkVolumeAmountsSchema = totalSchema.extend({ standardAmount: count, highPerformanceAmount: count });
export type NetworkVolumeAmounts = Parsed<typeof networkVolumeAmountsSchema>;

const clusterAmountsSchema = totalSchema.extend({ gpuAmount: count, diskAmount: count, networkingAmount: count });
export type ClusterAmounts = Parsed<typeof clusterAmountsSchema>;

const accountAmountsSchema = totalSchema.extend({
  podGpuAmount: count,
  podCpuAmount: count,
  podDiskAmount: count,
  serverlessGpuAmount: count,
  serverlessCpuAmount: count,
  serverlessDiskAmount: count,
  serverlessFeeAmount: count,
  storageStandardAmount: count,
  storageHighPerformanceAmount: count,
  /** Cost of public endpoints. */
  endpointAmount: count,
  clusterGpuAmount: count,
  clusterDiskAmount: count,
  clusterNetworkingAmount: count,
});
export type AccountAmounts = Parsed<typeof accountAmountsSchema>;

export type AccountRecord = BilledTime & AccountAmounts;
export type PodRecord = BilledTime & PodAmounts & { readonly podId: string };
export type ServerlessRecord = BilledTime & ServerlessAmounts & { readonly serverlessId: string };
export type PublicEndpointRecord = BilledTime & PublicEndpointAmounts;
export type NetworkVolumeRecord = BilledTime & NetworkVolumeAmounts & { readonly networkVolumeId: string };
export type ClusterRecord = BilledTime & ClusterAmounts & { readonly clusterId: string };

const periodSchema = billedTimeSchema.extend({ bucketSize: open<BucketSize>() });

export interface BillingReport<Item, Amounts> {
  /** One record for each resource and bucket, in RunPod's order. */
  readonly records: readonly Item[];
  /** Sums over all records. */
  readonly totals: Amounts;
  /** The period that RunPod used for the report. */
  readonly period: Parsed<typeof periodSchema>;
  /** Number of different resources in the records. Absent if the records name no resource. */
  readonly resourceCount?: number | undefined;
}

/**
 * Builds the schema of a report. The parameters are the fields that the records have besides times, and the key under which
 * `metadata` counts the resources.
 */
function reportOf<Resource extends z.ZodRawShape, Amounts extends z.ZodRawShape>(
  resource: Resource,
  amounts: z.ZodObject<Amounts>,
  counter?: string,
) {
  const record = z.object({ ...billedTimeSchema.shape, ...resource, ...amounts.shape });
  return z
    .object({
      records: z.array(record),
      metadata: z.object({ totals: amounts, query: periodSchema }).catchall(z.unknown()),
    })
    .transform(({ records, metadata }): BillingReport<(typeof records)[number], typeof metadata.totals> => {
      const { totals, query: period, [counter ?? ""]: resourceCount } = metadata;
      return { records, totals, period, ...(typeof resourceCount === "number" ? { resourceCount } : {}) };
    });
}

export const reportSchemas = {
  account: reportOf({}, accountAmountsSchema),
  pods: reportOf({ podId: z.string() }, podAmountsSchema, "uniquePodCount"),
  serverless: reportOf({ serverlessId: z.string() }, serverlessAmountsSchema, "uniqueServerlessCount"),
  publicEndpoints: reportOf({}, totalSchema),
  networkVolumes: reportOf({ networkVolumeId: z.string() }, networkVolumeAmountsSchema, "uniqueNetworkVolumeCount"),
  clusters: reportOf({ clusterId: z.string() }, clusterAmountsSchema, "uniqueClusterCount"),
};

/** Amounts of each bill that supports grouping. */
export interface GroupedAmounts {
  readonly pods: PodAmounts;
  readonly serverless: ServerlessAmounts;
  readonly networkVolumes: NetworkVolumeAmounts;
}

/** Group of costs whose resource or GPU is unknown. Either the resource was deleted, or RunPod does not name it. */
export const UNATTRIBUTED = "unattributed";
/** Group of resources without a GPU. */
export const NO_GPU = "none";

export type BillingSubject = keyof GroupedAmounts;
export type BillingGrouping = (typeof GROUPINGS)[BillingSubject][number];

export interface GroupedBilling<Subject extends BillingSubject> extends BillingQuery {
  readonly subject: Subject;
  /** Key of the groups. Default: `gpuId` for pods, `endpointId` for endpoints, `networkVolumeId` for volumes. */
  readonly grouping?: (typeof GROUPINGS)[Subject][number] | undefined;
  /** Id of one pod, endpoint or volume. The report covers only this resource. */
  readonly resourceId?: string | undefined;
  /** Ids of pods, endpoints or volumes. The report covers only these resources. */
  readonly resourceIds?: readonly string[] | undefined;
  /** GPU type to report, or a pool for endpoints. Not available for network volumes. */
  readonly gpuId?: string | undefined;
  /**
   * More sources of GPU types. The client asks the sources in this order, and only about resources whose GPU neither RunPod nor
   * the bill reports.
   */
  readonly sources?: readonly BillingSource[] | undefined;
}

/** A source, such as your own records, that knows the GPUs of resources that RunPod no longer lists. */
export interface BillingSource {
  /** Name of the source in notes, such as `the journal of this machine`. */
  readonly name: string;
  /**
   * Returns the GPU type of each pod, or the setting `gpuIds` of each endpoint. `null` means no GPU. The map may lack
   * requested ids and may contain other ids. If this method throws, the report contains a note about the failure.
   */
  gpusOf(request: BillingSourceRequest): Promise<ReadonlyMap<string, string | null>>;
}

export interface BillingSourceRequest {
  readonly subject: "pods" | "serverless";
  readonly ids: readonly string[];
  readonly signal: AbortSignal | undefined;
}

export interface GroupedRecord<Amounts> extends BilledTime {
  /**
   * Key of the group: the id of a resource, the name of a GPU type, or the setting `gpuIds` of an endpoint.
   * `none` is the group of resources without a GPU. `unattributed` is the group of costs whose resource or GPU is unknown.
   */
  readonly group: string;
  readonly amounts: Amounts;
}

export interface GroupedReport<Amounts> {
  readonly grouping: BillingGrouping;
  /** One record for each bucket and group, sorted by time, then by group. Amounts are rounded to a billionth of a dollar. */
  readonly records: readonly GroupedRecord<Amounts>[];
  /** Sums over all records. */
  readonly totals: Amounts;
  readonly period: BillingReport<never, never>["period"];
  /**
   * Costs in US dollars whose resource or GPU is unknown. Such costs are in the group `unattributed`, or the GPU filter left
   * them out.
   */
  readonly unattributed: number;
  /** Sentences about amounts that the report leaves out, and about resources whose GPU is unknown. */
  readonly notes: readonly string[];
}

export const discountSchema = z.object({
  discountFactor: z.number(),
  type: text,
  expirationDate: nullableText,
});
export type ServerlessDiscount = Parsed<typeof discountSchema>;
