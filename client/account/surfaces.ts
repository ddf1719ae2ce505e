import * as z from "zod";
import type { Http } from "../http/http";
import type { ApiRequest, CallOptions } from "../http/requests";
import { graphqlRequest, pathOf, restRequest } from "../http/requests";
import { nullableNumber, text } from "../values/fields";

/** The account of the key, as far as GraphQL reports it. REST has no such operation. */
export interface Account {
  readonly id: string;
  /** US dollars that are left; `null` if RunPod does not report it. */
  readonly balance: number | null;
  /** US dollars an hour of everything that runs now; `null` if RunPod does not report it. */
  readonly spendPerHour: number | null;
}

/** The endpoints of a page, which is all of them unless there are more than a thousand. */
export interface EndpointSum {
  readonly endpoints: number;
  /** The sum of their largest worker numbers, which the account's quota limits. */
  readonly workersMax: number;
}

/** A call in RunPod's own words. */
export type RawCall =
  | {
      readonly surface: "rest" | "jobs";
      /** RunPod's name of it, for errors. */
      readonly operation: string;
      readonly method: ApiRequest["method"];
      /** Below `/v2`. */
      readonly path: readonly string[];
      readonly query?: ApiRequest["query"];
      readonly body?: unknown;
    }
  | { readonly surface: "graphql"; readonly operation: string; readonly document: string };

const ENDPOINTS = "query { myself { endpoints { id } } }";
const ACCOUNT = "query { myself { id clientBalance currentSpendPerHr } }";

const accountResponse = z
  .object({
    data: z.object({
      myself: z.object({ id: text, clientBalance: nullableNumber, currentSpendPerHr: nullableNumber }),
    }),
  })
  .transform(({ data: { myself } }): Account => {
    return { id: myself.id, balance: myself.clientBalance, spendPerHour: myself.currentSpendPerHr };
  });

const podsResponse = z.object({ pods: z.array(z.unknown()) });

const endpointsResponse = z
  .object({ endpoints: z.array(z.object({ workers: z.object({ max: z.number() }) })) })
  .transform(({ endpoints }): EndpointSum => {
    return { endpoints: endpoints.length, workersMax: endpoints.reduce((sum, { workers }) => sum + workers.max, 0) };
  });

/** No endpoint has this id. */
const NO_ENDPOINT = "podwright-doctor";

/** The cheapest read of each surface that needs the key. */
export type Surfaces = ReturnType<typeof surfacesOf>;

/**
 * One read of each surface, to see whether and how it responds. Each read is free, is sent once, and changes nothing. The
 * two lists belong to the surfaces that manage pods and, over REST, endpoints; only GraphQL knows the account.
 */
export function surfacesOf(http: Http) {
  return {
    pods: (options: CallOptions = {}) => http.observe(restRequest("listPods", "GET", ["pods"], options), podsResponse),
    endpoints: (options: CallOptions = {}) =>
      http.observe(restRequest("listEndpoints", "GET", ["serverless"], options), endpointsResponse),
    graphql: (options: CallOptions = {}) =>
      http.observe(graphqlRequest("myself", ENDPOINTS, true, options), z.unknown()),
    /** Over GraphQL too. The original interface does not have these fields. */
    account: (options: CallOptions = {}) =>
      http.observe(graphqlRequest("myself", ACCOUNT, true, options), accountResponse),
    jobs: (options: CallOptions = {}) => http.observe(healthOf(options), z.unknown()),
    /** Any call, sent once, with its raw response: it shows details that typed operations hide. */
    call: (call: RawCall, options: CallOptions = {}) => http.observe(requestOf(call, options), z.unknown()),
  };
}

function requestOf(call: RawCall, options: CallOptions): ApiRequest {
  if (call.surface === "graphql") return graphqlRequest(call.operation, call.document, false, options);
  const { surface, operation, method, path, query, body } = call;
  return { ...restRequest(operation, method, path, { ...options, query, body }), surface, unpaced: false };
}

/** The surface has no read without an endpoint: its refusal of an unknown endpoint shows that it responds. */
function healthOf({ signal }: CallOptions): ApiRequest {
  const path = pathOf("health", "v2", NO_ENDPOINT, "health");
  const isSuccess: ApiRequest["isSuccess"] = ({ status, json }) => status === 404 && json() !== undefined;
  return { operation: "health", surface: "jobs", method: "GET", path, idempotent: true, signal, isSuccess };
}
