import type { CallOptions } from "../collection/collection";
import type { Open } from "../values/open";
import type { GROUPINGS } from "./groupings";

export const BUCKET_SIZES = ["hour", "day", "week", "month", "year"] as const;
export type BucketSize = (typeof BUCKET_SIZES)[number];

/** What is asked for (contract section 10). A moment is RFC 3339 text or a `Date`. */
export interface BillingQuery extends CallOptions {
  /** Default 30 days ago. Moved down to the start of its bucket. */
  readonly startTime?: string | Date | undefined;
  /** Not included. Default now. Moved up to the end of its bucket. */
  readonly endTime?: string | Date | undefined;
  /** Default `day`. */
  readonly bucketSize?: BucketSize | undefined;
  /** The last so many buckets, the current one included; at least 1, and not beside the two times. */
  readonly lastN?: number | undefined;
}

/** The time a record is about; `endTime` is not part of it. RFC 3339. */
export interface BilledTime {
  readonly startTime: string;
  readonly endTime: string;
}

/** All amounts are US dollars. */
export interface PodAmounts {
  readonly totalAmount: number;
  readonly gpuAmount: number;
  readonly cpuAmount: number;
  /** Stopped pods go on costing this. */
  readonly diskAmount: number;
}

export interface ServerlessAmounts extends PodAmounts {
  readonly feeAmount: number;
}

export interface PublicEndpointAmounts {
  readonly totalAmount: number;
}

export interface NetworkVolumeAmounts {
  readonly totalAmount: number;
  readonly standardAmount: number;
  readonly highPerformanceAmount: number;
}

export interface ClusterAmounts {
  readonly totalAmount: number;
  readonly gpuAmount: number;
  readonly diskAmount: number;
  readonly networkingAmount: number;
}

export interface AccountAmounts {
  readonly totalAmount: number;
  readonly podGpuAmount: number;
  readonly podCpuAmount: number;
  readonly podDiskAmount: number;
  readonly serverlessGpuAmount: number;
  readonly serverlessCpuAmount: number;
  readonly serverlessDiskAmount: number;
  readonly serverlessFeeAmount: number;
  readonly storageStandardAmount: number;
  readonly storageHighPerformanceAmount: number;
  /** Public endpoints. */
  readonly endpointAmount: number;
  readonly clusterGpuAmount: number;
  readonly clusterDiskAmount: number;
  readonly clusterNetworkingAmount: number;
}

export type AccountRecord = BilledTime & AccountAmounts;
export type PodRecord = BilledTime & PodAmounts & { readonly podId: string };
export type ServerlessRecord = BilledTime & ServerlessAmounts & { readonly serverlessId: string };
export type PublicEndpointRecord = BilledTime & PublicEndpointAmounts;
export type NetworkVolumeRecord = BilledTime & NetworkVolumeAmounts & { readonly networkVolumeId: string };
export type ClusterRecord = BilledTime & ClusterAmounts & { readonly clusterId: string };

export interface BillingReport<Item, Amounts> {
  /** One a resource and bucket, in the platform's order. */
  readonly records: readonly Item[];
  /** The sums over the records. */
  readonly totals: Amounts;
  /** The time the platform made of the question. */
  readonly period: BilledTime & { readonly bucketSize: Open<BucketSize> };
  /** How many resources the records are about, where they name one. */
  readonly resourceCount?: number | undefined;
}

/** What each bill that can be grouped is made of. */
export interface GroupedAmounts {
  readonly pods: PodAmounts;
  readonly serverless: ServerlessAmounts;
  readonly networkVolumes: NetworkVolumeAmounts;
}

export type BillingSubject = keyof GroupedAmounts;
export type BillingGrouping = (typeof GROUPINGS)[BillingSubject][number];

export interface GroupedBilling<Subject extends BillingSubject> extends BillingQuery {
  readonly subject: Subject;
  /** Default: `gpuId` for pods, `endpointId` for endpoints, `networkVolumeId` for volumes. */
  readonly grouping?: (typeof GROUPINGS)[Subject][number] | undefined;
  /** Only this pod, endpoint or volume. */
  readonly resourceId?: string | undefined;
  /** Only this GPU type, or for endpoints pool. Not for network volumes. */
  readonly gpuId?: string | undefined;
  /** Asked in their order about the resources whose GPU neither the platform nor the bill itself tells. */
  readonly sources?: readonly BillingSource[] | undefined;
}

/** Knows what resources ran on that the platform lists no longer: a record of your own, for example. */
export interface BillingSource {
  /** For notes: `the journal of this machine`. */
  readonly name: string;
  /**
   * The GPU type of each of these pods, or the pools of each endpoint as it names them; `null` for what has no GPU. It
   * may leave out what it does not know, and name more than was asked. Where it fails, `notes` says so.
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
   * An id, a GPU type, or an endpoint's pools as it names them; `none` for what runs without a GPU, `unattributed` for
   * what cannot be attributed.
   */
  readonly group: string;
  readonly amounts: Amounts;
}

export interface GroupedReport<Amounts> {
  readonly grouping: BillingGrouping;
  /** One a bucket and group, by time, then group. Rounded to a billionth of a dollar. */
  readonly records: readonly GroupedRecord<Amounts>[];
  /** The sums over the records. */
  readonly totals: Amounts;
  readonly period: BillingReport<never, never>["period"];
  /** US dollars that the grouping or the GPU filter could not place: in the group `unattributed`, or left out. */
  readonly unattributed: number;
  /** What to know about the figures, in sentences: what is left out, and what could not be told. */
  readonly notes: readonly string[];
}

/**
 * What was spent. A question the platform would refuse (times that are none, `lastN` beside a time, a start that is not
 * before the end) is a `ValidationError` before anything is sent.
 */
export interface Billing {
  /** Everything, one record a bucket. */
  account(query?: BillingQuery): Promise<BillingReport<AccountRecord, AccountAmounts>>;
  pods(query?: BillingQuery & { readonly podId?: string | undefined }): Promise<BillingReport<PodRecord, PodAmounts>>;
  /** The account's own endpoints. */
  serverless(
    query?: BillingQuery & { readonly serverlessId?: string | undefined },
  ): Promise<BillingReport<ServerlessRecord, ServerlessAmounts>>;
  /** `/v2/billing/endpoints`, which means the public ones. */
  publicEndpoints(query?: BillingQuery): Promise<BillingReport<PublicEndpointRecord, PublicEndpointAmounts>>;
  networkVolumes(
    query?: BillingQuery & { readonly networkVolumeId?: string | undefined },
  ): Promise<BillingReport<NetworkVolumeRecord, NetworkVolumeAmounts>>;
  clusters(
    query?: BillingQuery & { readonly clusterId?: string | undefined },
  ): Promise<BillingReport<ClusterRecord, ClusterAmounts>>;
  /**
   * The bill of pods, endpoints or volumes added up by something else, or narrowed to a GPU (contract section 16). The
   * platform can do neither, so GPUs are looked up among the resources that there are now, then in what the bill itself
   * shows and in the `sources` given: what cannot be told is `unattributed`, left out by the filter, and noted.
   */
  grouped<Subject extends BillingSubject>(
    query: GroupedBilling<Subject>,
  ): Promise<GroupedReport<GroupedAmounts[Subject]>>;
  /** What the account pays less for its endpoints; `null` for nothing. Read over GraphQL, the one surface that tells. */
  serverlessDiscount(options?: CallOptions): Promise<ServerlessDiscount | null>;
}

export interface ServerlessDiscount {
  readonly discountFactor: number;
  readonly type: string;
  readonly expirationDate: string | null;
}
