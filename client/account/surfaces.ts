import * as z from "zod";
import type { Http } from "../http/http";
import type { ApiRequest, CallOptions } from "../http/requests";
import { graphqlRequest, pathOf, restRequest } from "../http/requests";
import { nullableNumber, text } from "../wire/fields";

/** The account that owns the API key, as GraphQL reports it. REST does not report it. */
export interface Account {
  readonly id: string;
  /** Balance in US dollars. `null` if RunPod does not report it. */
  readonly balance: number | null;
  /** Cost of all running resources in US dollars an hour. `null` if RunPod does not report it. */
  readonly spendPerHour: number | null;
}

/** Totals of the first page of endpoints. A page has up to a thousand endpoints. */
export interface EndpointSum {
  readonly endpoints: number;
  /** Sum of `workersMax` over the endpoints. The account's quota limits this sum. */
  readonly workersMax: number;
}

/** A request that is sent to RunPod unchanged. */
export type RawCall =
  | {
      readonly surface: "rest" | "jobs";
      /** RunPod's name of the operation, for error messages. */
      readonly operation: string;
      readonly method: ApiRequest["method"];
      /** Path segments below `/v2`. */
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

/** An id that no endpoint has. */
const NO_ENDPOINT = "podwright-doctor";

/** One cheap read for each API surface that requires the API key. */
export type Surfaces = ReturnType<typeof surfacesOf>;

/**
 * Returns one read for each API surface, to see whether the surface responds. The client sends a read only once. A read costs
 * nothing and changes nothing. `pods` and `endpoints` read the surfaces that manage these resources. Only GraphQL reports the
 * account.
 */
export function surfacesOf(http: Http) {
  return {
    pods: (options: CallOptions = {}) => http.observe(restRequest("listPods", "GET", ["pods"], options), podsResponse),
    endpoints: (options: CallOptions = {}) =>
      http.observe(restRequest("listEndpoints", "GET", ["serverless"], options), endpointsResponse),
    graphql: (options: CallOptions = {}) =>
      http.observe(graphqlRequest("myself", ENDPOINTS, true, options), z.unknown()),
    /**
     * Reads the account over GraphQL. RunPod's original GraphQL API lacks the fields of `Account`, so `graphql` does not
     * request them.
     */
    account: (options: CallOptions = {}) =>
      http.observe(graphqlRequest("myself", ACCOUNT, true, options), accountResponse),
    jobs: (options: CallOptions = {}) => http.observe(healthOf(options), z.unknown()),
    /** Sends any request once and returns the raw response, with details that typed operations hide. */
    call: (call: RawCall, options: CallOptions = {}) => http.observe(requestOf(call, options), z.unknown()),
  };
}

function requestOf(call: RawCall, options: CallOptions): ApiRequest {
  if (call.surface === "graphql") return graphqlRequest(call.operation, call.document, false, options);
  const { surface, operation, method, path, query, body } = call;
  return { ...restRequest(operation, method, path, { ...options, query, body }), surface, unpaced: false };
}

/**
 * Reads the health of an unknown endpoint, because the jobs surface has no read without an endpoint. The 404 shows that the
 * surface responds.
 */
function healthOf({ signal }: CallOptions): ApiRequest {
  const path = pathOf("health", "v2", NO_ENDPOINT, "health");
  const isSuccess: ApiRequest["isSuccess"] = ({ status, json }) => status === 404 && json() !== undefined;
  return { operation: "health", surface: "jobs", method: "GET", path, idempotent: true, signal, isSuccess };
}
