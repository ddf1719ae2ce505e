import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { ConfigurationError } from "../errors";

/** Options of every call. */
export interface CallOptions {
  /**
   * Signal that ends the call, even while the call waits for its turn or pauses between attempts. The call throws the signal's
   * reason. A write that ends this way may still have had an effect.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds that a request in flight may still wait for its response after the signal fires. Creates use this time,
   * because only the response has the id of the new resource. Without a response in that time, the call throws a `TimeoutError`
   * with an unknown outcome. If the call throws the signal's reason, nothing was sent. Default 0.
   */
  readonly graceMs?: number | undefined;
}

/** The API surfaces. Each surface has its own authentication and its own rate budget. */
export type Surface = "rest" | "graphql" | "jobs" | "public";

/** A call of one operation of RunPod, ready to be sent. */
export interface ApiRequest extends CallOptions {
  /** RunPod's name of the operation, for errors. */
  readonly operation: string;
  readonly surface: Surface;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Path below the surface's base address, without a query. `pathOf` builds it. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** Body, sent as JSON. */
  readonly body?: unknown;
  /** The same body as JSON text, if the caller has already serialized it. */
  readonly json?: string | undefined;
  /** Whether two such requests leave the same state as one. The client repeats only such a request after a lost response. */
  readonly idempotent: boolean;
  /**
   * Whether the body is soon out of date. The client then sends the request at once, even before its turn, and only once. Such a
   * request is not idempotent.
   */
  readonly isStaleSoon?: boolean | undefined;
  /** Extra milliseconds of the timeout, for a request that asks RunPod to wait. */
  readonly extraTimeoutMs?: number | undefined;
  /** Hint of the error if RunPod does not find the resource. */
  readonly notFoundHint?: string | undefined;
  /** Returns whether a response with an error status is a success in this operation. */
  readonly isSuccess?: ((response: Pick<ApiResponse, "status" | "json">) => boolean) | undefined;
  /** Headers in addition to the common headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether to send the request without waiting for a turn, because the caller wants to see the rate limit itself. */
  readonly unpaced?: boolean | undefined;
  /** Whether the response never ends. Such a response can be silent for any time, so it uses a separate pool of connections. */
  readonly endless?: boolean | undefined;
  /** Reads the body of a successful response that never ends, and returns the part that the caller needs. */
  readonly read?: ((body: Readable) => Promise<string>) | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Parses the body on the first call. Returns `undefined` if the body is not JSON. */
  readonly json: () => unknown;
  /** Whether an earlier attempt of this call got no usable response and may have had an effect. */
  readonly repeated: boolean;
}

/** A request with its response, without the API key. Bodies are unmasked and may contain secrets. */
export interface ExchangeReport
  extends Pick<ApiRequest, "operation" | "surface" | "method" | "path" | "query" | "body">,
    Pick<ApiResponse, "status" | "headers" | "text"> {}

/**
 * Joins path segments and percent-encodes each. An empty segment, `.` or `..` throws an error, because the path would address
 * the whole collection: a delete of `""` must not become a request to the collection.
 */
export function pathOf(operation: string, ...segments: readonly string[]): string {
  const wrong = segments.find((segment) => /^\.{0,2}$/.test(segment));
  if (wrong !== undefined) {
    const sentence = `${operation} needs an id, but got ${JSON.stringify(wrong)}`;
    throw new ConfigurationError({ operation, sentence });
  }
  return `/${segments.map(encodeURIComponent).join("/")}`;
}

/** Returns a request to `/v2/<segments>`. In REST v2, all methods except POST are idempotent. */
export function restRequest(
  operation: string,
  method: ApiRequest["method"],
  segments: readonly string[],
  { body, query, signal, graceMs }: CallOptions & Pick<ApiRequest, "body" | "query">,
): ApiRequest {
  const path = pathOf(operation, "v2", ...segments);
  return { operation, surface: "rest", method, path, query, body, idempotent: method !== "POST", signal, graceMs };
}

/** Returns the request of a GraphQL document. `operation` is the root field of the document. */
export function graphqlRequest(
  operation: string,
  query: string,
  idempotent: boolean,
  { signal, graceMs }: CallOptions,
): ApiRequest {
  const [surface, method, path] = ["graphql", "POST", "/graphql"] as const;
  return { operation, surface, method, path, body: { query }, idempotent, signal, graceMs };
}
