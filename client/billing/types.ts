import * as z from "zod";
import type { CallOptions } from "../http/requests";
import { count, nullableText, open, type Parsed, text } from "../values/fields";
import type { BucketSize, GROUPINGS } from "./choices";

export type { BucketSize } from "./choices";

/** The period and the size of its buckets. A time is RFC 3339 text or a `Date`. */
export interface BillingQuery extends CallOptions {
  /** Default 30 days ago. Moved down to the start of its bucket. */
  readonly startTime?: string | Date | undefined;
  /** Not included. Default now. Moved up to the end of its bucket. */
  readonly endTime?: string | Date | undefined;
  /** Default `day`. */
  readonly bucketSize?: BucketSize | undefined;
  /** The number of last buckets, the current bucket included; at least 1, and not beside the two times. */
  readonly lastN?: number | undefined;
}

const billedTimeSchema = z.object({ startTime: z.string(), endTime: z.string() });
/** The time a record is about; `endTime` is not part of it. RFC 3339. */
export type BilledTime = Parsed<typeof billedTimeSchema>;

// A component that RunPod leaves out costs nothing; a total is required.
const totalSchema = z.object({ totalAmount: z.number() });

const podAmountsSchema = totalSchema.extend({
  gpuAmount: count,
  cpuAmount: count,
  /** Stopped pods still cost this. */
  diskAmount: count,
});
/** All amounts are US dollars. */
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
  /** Public endpoints. */
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
  /** One a resource and bucket, in RunPod's order. */
  readonly records: readonly Item[];
  /** The sums over the records. */
  readonly totals: Amounts;
  /** The period as RunPod read the query. */
  readonly period: Parsed<typeof periodSchema>;
  /** The number of resources in the records, if the records name one. */
  readonly resourceCount?: number | undefined;
}

/** A report: the fields of a record beside time and amounts, and the key of `metadata` that counts the resources. */
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

/** The amounts of each bill that can be grouped. */
export interface GroupedAmounts {
  readonly pods: PodAmounts;
  readonly serverless: ServerlessAmounts;
  readonly networkVolumes: NetworkVolumeAmounts;
}

/** The group of a cost without a known resource: the resource is deleted, or RunPod does not name it. */
export const UNATTRIBUTED = "unattributed";
/** The group of resources that run without a GPU. */
export const NO_GPU = "none";

export type BillingSubject = keyof GroupedAmounts;
export type BillingGrouping = (typeof GROUPINGS)[BillingSubject][number];

export interface GroupedBilling<Subject extends BillingSubject> extends BillingQuery {
  readonly subject: Subject;
  /** Default: `gpuId` for pods, `endpointId` for endpoints, `networkVolumeId` for volumes. */
  readonly grouping?: (typeof GROUPINGS)[Subject][number] | undefined;
  /** Only this pod, endpoint or volume. */
  readonly resourceId?: string | undefined;
  /** Only these pods, endpoints or volumes. */
  readonly resourceIds?: readonly string[] | undefined;
  /** Only this GPU type, or this pool for endpoints. Not for network volumes. */
  readonly gpuId?: string | undefined;
  /** Read in their order for the resources whose GPU is neither on RunPod nor in the bill. */
  readonly sources?: readonly BillingSource[] | undefined;
}

/** Knows the GPUs of resources that RunPod no longer lists: a record of your own, for example. */
export interface BillingSource {
  /** For notes: `the journal of this machine`. */
  readonly name: string;
  /**
   * The GPU type of each of these pods, or the pools of each endpoint as it names them; `null` for no GPU. The map may
   * lack ids and may hold others. A failure becomes a note of the report.
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
   * An id, a GPU type, or an endpoint's pools as it names them; `none` for a resource without a GPU, `unattributed` for
   * costs that cannot be attributed.
   */
  readonly group: string;
  readonly amounts: Amounts;
}

export interface GroupedReport<Amounts> {
  readonly grouping: BillingGrouping;
  /** One record a bucket and group, by time, then group. Rounded to a billionth of a dollar. */
  readonly records: readonly GroupedRecord<Amounts>[];
  /** The sums over the records. */
  readonly totals: Amounts;
  readonly period: BillingReport<never, never>["period"];
  /** US dollars that the grouping or the GPU filter could not place: in the group `unattributed`, or left out. */
  readonly unattributed: number;
  /** Sentences about amounts that the figures leave out, and about unknown facts. */
  readonly notes: readonly string[];
}

export const discountSchema = z.object({
  discountFactor: z.number(),
  type: text,
  expirationDate: nullableText,
});
export type ServerlessDiscount = Parsed<typeof discountSchema>;
