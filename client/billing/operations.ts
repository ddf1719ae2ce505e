import * as z from "zod";
import type { CallOptions } from "../collection/collection";
import type { Http } from "../http/http";
import { restRequest } from "../http/rest";
import { count, optional } from "../values/fields";
import { checkInteger, checkOneOf, refuse } from "../values/refuse";
import { isRfc3339 } from "../values/rfc3339";
import type { Witnesses } from "./attribution";
import { readDiscount } from "./discount";
import { groupedBilling } from "./grouped";
import {
  type AccountAmounts,
  type AccountRecord,
  type BilledTime,
  type Billing,
  type BillingQuery,
  type BillingReport,
  type BillingSubject,
  BUCKET_SIZES,
  type ClusterAmounts,
  type ClusterRecord,
  type GroupedAmounts,
  type GroupedBilling,
  type GroupedReport,
  type NetworkVolumeAmounts,
  type NetworkVolumeRecord,
  type PodAmounts,
  type PodRecord,
  type PublicEndpointAmounts,
  type PublicEndpointRecord,
  type ServerlessAmounts,
  type ServerlessDiscount,
  type ServerlessRecord,
} from "./types";

/** One of the six reports, as far as it differs from the others. */
interface Kind {
  readonly operation: string;
  readonly path: readonly string[];
  readonly amounts: readonly string[];
  /** The field that names a record's resource; also the filter. */
  readonly resource?: string;
}

const KINDS = {
  account: {
    operation: "listBilling",
    path: [],
    amounts: [
      ...["podGpu", "podCpu", "podDisk", "serverlessGpu", "serverlessCpu", "serverlessDisk", "serverlessFee"],
      ...["storageStandard", "storageHighPerformance", "endpoint", "clusterGpu", "clusterDisk", "clusterNetworking"],
    ],
  },
  pods: { operation: "listPodBilling", path: ["pods"], amounts: ["gpu", "cpu", "disk"], resource: "podId" },
  serverless: {
    operation: "listServerlessBilling",
    path: ["serverless"],
    amounts: ["gpu", "cpu", "disk", "fee"],
    resource: "serverlessId",
  },
  publicEndpoints: { operation: "listEndpointBilling", path: ["endpoints"], amounts: [] },
  networkVolumes: {
    operation: "listNetworkVolumeBilling",
    path: ["network-volumes"],
    amounts: ["standard", "highPerformance"],
    resource: "networkVolumeId",
  },
  clusters: {
    operation: "listClusterBilling",
    path: ["clusters"],
    amounts: ["gpu", "disk", "networking"],
    resource: "clusterId",
  },
} as const satisfies Record<string, Kind>;

export class RestBilling implements Billing {
  readonly #http: Http;
  readonly #witnesses: Witnesses;

  constructor(http: Http, witnesses: Witnesses) {
    this.#http = http;
    this.#witnesses = witnesses;
  }

  account(query: BillingQuery = {}) {
    return this.#report<AccountRecord, AccountAmounts>(KINDS.account, query);
  }

  pods(query: Parameters<Billing["pods"]>[0] = {}) {
    return this.#report<PodRecord, PodAmounts>(KINDS.pods, query);
  }

  serverless(query: Parameters<Billing["serverless"]>[0] = {}) {
    return this.#report<ServerlessRecord, ServerlessAmounts>(KINDS.serverless, query);
  }

  publicEndpoints(query: BillingQuery = {}) {
    return this.#report<PublicEndpointRecord, PublicEndpointAmounts>(KINDS.publicEndpoints, query);
  }

  networkVolumes(query: Parameters<Billing["networkVolumes"]>[0] = {}) {
    return this.#report<NetworkVolumeRecord, NetworkVolumeAmounts>(KINDS.networkVolumes, query);
  }

  clusters(query: Parameters<Billing["clusters"]>[0] = {}) {
    return this.#report<ClusterRecord, ClusterAmounts>(KINDS.clusters, query);
  }

  grouped<Subject extends BillingSubject>(
    query: GroupedBilling<Subject>,
  ): Promise<GroupedReport<GroupedAmounts[Subject]>> {
    return groupedBilling(this, this.#witnesses, query);
  }

  serverlessDiscount(options: CallOptions = {}): Promise<ServerlessDiscount | null> {
    return readDiscount(this.#http, options);
  }

  async #report<Item, Amounts>(kind: Kind, query: BillingQuery): Promise<BillingReport<Item, Amounts>> {
    const { signal, ...asked } = query;
    const filter = kind.resource === undefined ? undefined : (asked as Record<string, unknown>)[kind.resource];
    const request = restRequest(kind.operation, "GET", ["billing", ...kind.path], {
      query: {
        ...periodOf(kind.operation, query),
        ...(kind.resource === undefined ? {} : { [kind.resource]: filterOf(kind, filter) }),
      },
      signal,
    });
    const { records, metadata } = await this.#http.json(request, reportAnswer(kind));
    const { totals, query: period, ...counts } = metadata;
    const resourceCount = Object.values(counts)[0];
    return {
      // The schema was built from the same table that the two types were written after.
      records: records as unknown as Item[],
      totals: totals as unknown as Amounts,
      period,
      ...(typeof resourceCount === "number" ? { resourceCount } : {}),
    };
  }
}

/** Unknown query parameters are ignored by the platform, and an empty filter would be one: everything, not nothing. */
function filterOf({ operation, resource }: Kind, value: unknown): string | undefined {
  if (value === undefined || (typeof value === "string" && value !== "")) return value;
  throw refuse(operation, `${resource} must be an id`);
}

function periodOf(operation: string, { startTime, endTime, bucketSize, lastN }: BillingQuery) {
  checkOneOf(operation, "bucketSize", bucketSize, BUCKET_SIZES);
  checkInteger(operation, "lastN", lastN, { min: 1 });
  if (lastN !== undefined && (startTime !== undefined || endTime !== undefined)) {
    throw refuse(operation, "lastN excludes startTime and endTime");
  }
  const from = momentOf(operation, "startTime", startTime);
  const to = momentOf(operation, "endTime", endTime);
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    throw refuse(operation, `startTime must be before endTime, and ${from} is not before ${to}`);
  }
  return { startTime: from, endTime: to, bucketSize, lastN };
}

function momentOf(operation: string, name: string, moment: string | Date | undefined): string | undefined {
  if (moment === undefined) return undefined;
  const text = moment instanceof Date && !Number.isNaN(moment.getTime()) ? moment.toISOString() : String(moment);
  if (isRfc3339(text)) return text;
  throw refuse(operation, `${name} must be an RFC 3339 time such as 2026-06-01T12:00:00Z, not ${JSON.stringify(text)}`);
}

const time: { readonly [Key in keyof BilledTime]: z.ZodType<string> } = { startTime: z.string(), endTime: z.string() };

/** A component the platform does not name costs nothing; a total it does not name is not guessed. */
function reportAnswer({ amounts, resource }: Kind) {
  const component = count;
  const shape = {
    totalAmount: z.number(),
    ...Object.fromEntries(amounts.map((name) => [`${name}Amount`, component])),
  };
  const named = resource === undefined ? {} : { [resource]: z.string() };
  const counted =
    resource === undefined ? {} : { [`unique${capital(resource).slice(0, -2)}Count`]: optional(z.number()) };
  return z.object({
    records: z.array(z.object({ ...time, ...named, ...shape })),
    metadata: z.object({
      ...counted,
      totals: z.object(shape),
      query: z.object({ ...time, bucketSize: z.string() }),
    }),
  });
}

function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
