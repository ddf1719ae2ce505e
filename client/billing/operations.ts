import * as z from "zod";
import type { CallOptions } from "../collection/collection";
import { graphqlRequest, sendGraphql } from "../http/graphql";
import type { Http } from "../http/http";
import { restRequest } from "../http/rest";
import { isRfc3339 } from "../values/dates";
import { orUnset } from "../values/fields";
import { checkInteger, checkOneOf, invalidCall } from "../values/invalid-call";
import type { ResourceLookups } from "./attribution";
import { groupedBilling } from "./grouped";
import { billOf } from "./grouping";
import {
  type AccountAmounts,
  type AccountRecord,
  type BillingQuery,
  type BillingReport,
  type BillingSubject,
  BUCKET_SIZES,
  type ClusterAmounts,
  type ClusterRecord,
  discountSchema,
  type GroupedAmounts,
  type GroupedBilling,
  type GroupedReport,
  type NetworkVolumeAmounts,
  type NetworkVolumeRecord,
  type PodAmounts,
  type PodRecord,
  type PublicEndpointAmounts,
  type PublicEndpointRecord,
  reportSchemas,
  type ServerlessAmounts,
  type ServerlessDiscount,
  type ServerlessRecord,
} from "./types";

/** Which of the six reports, and the resource that it is narrowed to. */
interface ReportSpec<Report> {
  readonly operation: string;
  readonly path: readonly string[];
  readonly schema: z.ZodType<Report>;
  readonly filter?: Readonly<Record<string, string | undefined>>;
}

/**
 * The account's costs. A query that the platform would refuse (invalid times, `lastN` beside a time, a start that is
 * not before the end) is a `ValidationError` before anything is sent.
 */
export class Billing {
  readonly #http: Http;
  readonly #lookups: ResourceLookups;

  constructor(http: Http, lookups: ResourceLookups) {
    this.#http = http;
    this.#lookups = lookups;
  }

  /** Everything, one record a bucket. */
  account(query: BillingQuery = {}): Promise<BillingReport<AccountRecord, AccountAmounts>> {
    return this.#report({ operation: "listBilling", path: [], schema: reportSchemas.account }, query);
  }

  pods({
    podId,
    ...query
  }: BillingQuery & { readonly podId?: string | undefined } = {}): Promise<BillingReport<PodRecord, PodAmounts>> {
    const schema = reportSchemas.pods;
    return this.#report({ operation: "listPodBilling", path: ["pods"], schema, filter: { podId } }, query);
  }

  /** The account's own endpoints. */
  serverless({
    serverlessId,
    ...query
  }: BillingQuery & { readonly serverlessId?: string | undefined } = {}): Promise<
    BillingReport<ServerlessRecord, ServerlessAmounts>
  > {
    const schema = reportSchemas.serverless;
    const filter = { serverlessId };
    return this.#report({ operation: "listServerlessBilling", path: ["serverless"], schema, filter }, query);
  }

  /** `/v2/billing/endpoints`, which means the public ones. */
  publicEndpoints(query: BillingQuery = {}): Promise<BillingReport<PublicEndpointRecord, PublicEndpointAmounts>> {
    const schema = reportSchemas.publicEndpoints;
    return this.#report({ operation: "listEndpointBilling", path: ["endpoints"], schema }, query);
  }

  networkVolumes({
    networkVolumeId,
    ...query
  }: BillingQuery & { readonly networkVolumeId?: string | undefined } = {}): Promise<
    BillingReport<NetworkVolumeRecord, NetworkVolumeAmounts>
  > {
    const schema = reportSchemas.networkVolumes;
    const filter = { networkVolumeId };
    return this.#report({ operation: "listNetworkVolumeBilling", path: ["network-volumes"], schema, filter }, query);
  }

  clusters({
    clusterId,
    ...query
  }: BillingQuery & { readonly clusterId?: string | undefined } = {}): Promise<
    BillingReport<ClusterRecord, ClusterAmounts>
  > {
    const schema = reportSchemas.clusters;
    return this.#report({ operation: "listClusterBilling", path: ["clusters"], schema, filter: { clusterId } }, query);
  }

  /**
   * The bill of pods, endpoints or volumes added up by another key, or narrowed to a GPU. The platform can do neither,
   * so GPUs are looked up among the resources that exist now, then in the bill itself, then in the `sources` given. A
   * cost whose GPU is in none of them is `unattributed`, left out by the filter, and noted.
   */
  grouped<Subject extends BillingSubject>(
    query: GroupedBilling<Subject>,
  ): Promise<GroupedReport<GroupedAmounts[Subject]>> {
    return groupedBilling((billed) => this.#billOf(billed), this.#lookups, query);
  }

  /** The account's discount on its endpoints; `null` for none. Only GraphQL has it. */
  async serverlessDiscount(options: CallOptions = {}): Promise<ServerlessDiscount | null> {
    const query = "query { myself { serverlessDiscount { discountFactor type expirationDate } } }";
    const request = graphqlRequest({ ...options, operation: "myself", query, idempotent: true });
    const response = await sendGraphql(this.#http, request);
    return this.#http.parse(request, response, discountResponse).data.myself.serverlessDiscount;
  }

  async #report<Report>({ operation, path, schema, filter = {} }: ReportSpec<Report>, query: BillingQuery) {
    checkFilter(operation, filter);
    const request = restRequest(operation, "GET", ["billing", ...path], {
      query: { ...periodOf(operation, query), ...filter },
      signal: query.signal,
    });
    return await this.#http.json(request, schema);
  }

  async #billOf({
    subject,
    resourceId,
    startTime,
    endTime,
    bucketSize,
    lastN,
    signal,
  }: GroupedBilling<BillingSubject>) {
    const query = { startTime, endTime, bucketSize, lastN, signal };
    switch (subject) {
      case "pods":
        return billOf(await this.pods({ ...query, podId: resourceId }), ({ podId }) => podId);
      case "serverless":
        return billOf(await this.serverless({ ...query, serverlessId: resourceId }), (record) => record.serverlessId);
      case "networkVolumes":
        return billOf(
          await this.networkVolumes({ ...query, networkVolumeId: resourceId }),
          ({ networkVolumeId }): string => networkVolumeId,
        );
    }
  }
}

const discountResponse = z.object({
  data: z.object({ myself: z.object({ serverlessDiscount: orUnset(discountSchema, () => null) }) }),
});

/** The platform ignores an empty filter, and would report everything instead of nothing. */
function checkFilter(operation: string, filter: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined || (typeof value === "string" && value !== "")) continue;
    throw invalidCall(operation, `${name} must be an id`);
  }
}

function periodOf(operation: string, { startTime, endTime, bucketSize, lastN }: BillingQuery) {
  checkOneOf(operation, "bucketSize", bucketSize, BUCKET_SIZES);
  checkInteger(operation, "lastN", lastN, { min: 1 });
  if (lastN !== undefined && (startTime !== undefined || endTime !== undefined)) {
    throw invalidCall(operation, "lastN excludes startTime and endTime");
  }
  const from = timeOf(operation, "startTime", startTime);
  const to = timeOf(operation, "endTime", endTime);
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    throw invalidCall(operation, `startTime must be before endTime, and ${from} is not before ${to}`);
  }
  return { startTime: from, endTime: to, bucketSize, lastN };
}

function timeOf(operation: string, name: string, time: string | Date | undefined): string | undefined {
  if (time === undefined) return undefined;
  const text = time instanceof Date && !Number.isNaN(time.getTime()) ? time.toISOString() : String(time);
  if (isRfc3339(text)) return text;
  const example = "2026-06-01T12:00:00Z";
  throw invalidCall(operation, `${name} must be an RFC 3339 time such as ${example}, not ${JSON.stringify(text)}`);
}
