import * as z from "zod";
import { isRfc3339 } from "../../kernel/dates";
import { checkInteger, checkOneOf, invalidCall } from "../errors/invalid-call";
import type { Http } from "../http/http";
import type { CallOptions } from "../http/requests";
import { graphqlRequest, restRequest } from "../http/requests";
import { orUnset } from "../wire/fields";
import type { ResourceLookups } from "./attribution";
import { BUCKET_SIZES } from "./choices";
import { groupedBilling } from "./grouped";
import { type Bill, billOf } from "./grouping";
import {
  type BilledTime,
  type BillingQuery,
  type BillingReport,
  type BillingSubject,
  discountSchema,
  type GroupedAmounts,
  type GroupedBilling,
  type GroupedReport,
  reportSchemas,
  type ServerlessDiscount,
} from "./types";

interface ReportSpec<Report> {
  readonly operation: string;
  /** Path below `/v2/billing`. `""` reports all costs of the account. */
  readonly path: string;
  readonly schema: z.ZodType<Report>;
  /** Field of a record that holds the id of its resource. The query parameter for one resource has the same name. */
  readonly resource?: string;
}

const { account, pods, serverless, publicEndpoints, networkVolumes, clusters } = reportSchemas;
const REPORTS = {
  account: { operation: "listBilling", path: "", schema: account },
  pods: { operation: "listPodBilling", path: "pods", schema: pods, resource: "podId" },
  serverless: { operation: "listServerlessBilling", path: "serverless", schema: serverless, resource: "serverlessId" },
  publicEndpoints: { operation: "listEndpointBilling", path: "endpoints", schema: publicEndpoints },
  networkVolumes: {
    operation: "listNetworkVolumeBilling",
    path: "network-volumes",
    schema: networkVolumes,
    resource: "networkVolumeId",
  },
  clusters: { operation: "listClusterBilling", path: "clusters", schema: clusters, resource: "clusterId" },
} as const;

/** A billing query that can select one resource. */
type Narrowed<Key extends string> = BillingQuery & { readonly [Name in Key]?: string | undefined };

/**
 * The account's costs. A query that RunPod would refuse fails as a `ValidationError` before any request. RunPod would refuse
 * invalid times, `lastN` together with a time, and a start that is not before the end.
 */
export class Billing {
  readonly #http: Http;
  readonly #lookups: ResourceLookups;

  constructor(http: Http, lookups: ResourceLookups) {
    this.#http = http;
    this.#lookups = lookups;
  }

  /** Reports all costs of the account, with one record for each bucket. */
  account(query: BillingQuery = {}) {
    return this.#report(REPORTS.account, query);
  }

  pods(query: Narrowed<"podId"> = {}) {
    return this.#report(REPORTS.pods, query);
  }

  /** Reports the costs of the account's own endpoints. */
  serverless(query: Narrowed<"serverlessId"> = {}) {
    return this.#report(REPORTS.serverless, query);
  }

  /** Reports the costs of public endpoints. RunPod's path for them is `/v2/billing/endpoints`. */
  publicEndpoints(query: BillingQuery = {}) {
    return this.#report(REPORTS.publicEndpoints, query);
  }

  networkVolumes(query: Narrowed<"networkVolumeId"> = {}) {
    return this.#report(REPORTS.networkVolumes, query);
  }

  clusters(query: Narrowed<"clusterId"> = {}) {
    return this.#report(REPORTS.clusters, query);
  }

  /**
   * Groups the bill of pods, endpoints or volumes by another key, or limits it to a GPU. RunPod can do neither. So this method
   * looks GPUs up among the existing resources, then in the bill itself, then in the given `sources`. If none of them knows the
   * GPU, the cost belongs to the group `unattributed`. The filter leaves such a cost out, and a note reports it.
   */
  grouped<Subject extends BillingSubject>(
    query: GroupedBilling<Subject>,
  ): Promise<GroupedReport<GroupedAmounts[Subject]>> {
    return groupedBilling((billed) => this.#billOf(billed), this.#lookups, query);
  }

  /** Returns the account's discount on its endpoints, or `null` without a discount. Only GraphQL reports the discount. */
  async serverlessDiscount(options: CallOptions = {}): Promise<ServerlessDiscount | null> {
    const query = "query { myself { serverlessDiscount { discountFactor type expirationDate } } }";
    const { data } = await this.#http.json(graphqlRequest("myself", query, true, options), discountResponse);
    return data.myself.serverlessDiscount;
  }

  async #report<Report>({ operation, path, schema, resource }: ReportSpec<Report>, query: BillingQuery) {
    const filters: Readonly<Record<string, unknown>> = { ...query };
    const filter = resource === undefined ? {} : { [resource]: filterOf(operation, resource, filters[resource]) };
    const request = restRequest(operation, "GET", path === "" ? ["billing"] : ["billing", path], {
      query: { ...periodOf(operation, query), ...filter },
      signal: query.signal,
    });
    return await this.#http.json(request, schema);
  }

  async #billOf({ subject, resourceId, ...query }: GroupedBilling<BillingSubject>): Promise<Bill> {
    const spec = REPORTS[subject];
    const report = await this.#report<BillingReport<BilledTime, object>>(spec, {
      ...query,
      [spec.resource]: resourceId,
    });
    return billOf(report, spec.resource);
  }
}

const discountResponse = z.object({
  data: z.object({ myself: z.object({ serverlessDiscount: orUnset(discountSchema, () => null) }) }),
});

/** Checks the id of a filter. RunPod ignores an empty filter and would report all resources. */
function filterOf(operation: string, name: string, value: unknown): string | undefined {
  if (value === undefined || (typeof value === "string" && value !== "")) return value;
  throw invalidCall(operation, `${name} must be an id, not an empty or missing value`);
}

function periodOf(operation: string, { startTime, endTime, bucketSize, lastN }: BillingQuery) {
  checkOneOf(operation, "bucketSize", bucketSize, BUCKET_SIZES);
  checkInteger(operation, "lastN", lastN, { min: 1 });
  if (lastN !== undefined && (startTime !== undefined || endTime !== undefined)) {
    throw invalidCall(operation, "lastN cannot be combined with startTime or endTime");
  }
  const from = timeOf(operation, "startTime", startTime);
  const to = timeOf(operation, "endTime", endTime);
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    throw invalidCall(operation, `startTime must be before endTime, but ${from} is not before ${to}`);
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
