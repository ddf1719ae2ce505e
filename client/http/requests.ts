import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { ConfigurationError } from "../errors";

/** Options of every call. */
export interface CallOptions {
  /**
   * Ends the call, and any back-off or pacing it is in, with the signal's reason. A write that ends this way may still
   * have had effect.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * The milliseconds that a request in flight may still wait for its response after the signal fires. It serves creates,
   * because only the response names the new resource. Without a response in that time the call ends as a `TimeoutError`
   * with an unknown outcome. The signal's reason then means that nothing was sent. Default 0.
   */
  readonly graceMs?: number | undefined;
}

/** Each has its own way to authenticate and its own rate budget. */
export type Surface = "rest" | "graphql" | "jobs" | "public";

/** One operation of RunPod, ready to be sent. */
export interface ApiRequest extends CallOptions {
  /** RunPod's name of it, for errors. */
  readonly operation: string;
  readonly surface: Surface;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below the surface's base, without query; made by `pathOf`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The same body as text, if the caller has already serialized it. */
  readonly json?: string | undefined;
  /** Doing it twice leaves the same state as doing it once. Decides whether the client may repeat it after a lost response. */
  readonly idempotent: boolean;
  /** Added to the timeout, for a request that asks RunPod to wait. */
  readonly extraTimeoutMs?: number | undefined;
  /** Hint of the error when RunPod does not find the resource. */
  readonly notFoundHint?: string | undefined;
  /** Whether a response with an error's status is a success all the same. */
  readonly isSuccess?: ((response: Pick<ApiResponse, "status" | "json">) => boolean) | undefined;
  /** Headers beside the common headers of all requests. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Does not wait for its turn: the rate limit itself is of interest. */
  readonly unpaced?: boolean | undefined;
  /** The response never ends and may be quiet for any time: it gets a connection of its own pool. */
  readonly endless?: boolean | undefined;
  /** Reads the body of a success, where reading all of it would never end. */
  readonly read?: ((body: Readable) => Promise<string>) | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body, parsed once; `undefined` if it is no JSON. */
  readonly json: () => unknown;
  /** An earlier attempt of the same call got no usable response and may have had effect. */
  readonly repeated: boolean;
}

/** A request that got a response, without the key that it carried. Bodies are as they went over the wire, secrets included. */
export interface ExchangeReport
  extends Pick<ApiRequest, "operation" | "surface" | "method" | "path" | "query" | "body">,
    Pick<ApiResponse, "status" | "headers" | "text"> {}

/**
 * Joins path segments, each percent-encoded. An empty or dotted one is refused, because it would address the
 * collection above: a delete of `""` must not become a request for the whole list.
 */
export function pathOf(operation: string, ...segments: readonly string[]): string {
  const wrong = segments.find((segment) => /^\.{0,2}$/.test(segment));
  if (wrong !== undefined) {
    const sentence = `${operation} needs an id, and got ${JSON.stringify(wrong)}`;
    throw new ConfigurationError({ operation, sentence });
  }
  return `/${segments.map(encodeURIComponent).join("/")}`;
}

/** A request to `/v2/<segments>`. Only POST is not idempotent in REST v2. */
export function restRequest(
  operation: string,
  method: ApiRequest["method"],
  segments: readonly string[],
  { body, query, signal, graceMs }: CallOptions & Pick<ApiRequest, "body" | "query">,
): ApiRequest {
  const path = pathOf(operation, "v2", ...segments);
  return { operation, surface: "rest", method, path, query, body, idempotent: method !== "POST", signal, graceMs };
}

/** A GraphQL document; `operation` is its root field. */
export function graphqlRequest(
  operation: string,
  query: string,
  idempotent: boolean,
  { signal, graceMs }: CallOptions,
): ApiRequest {
  const [surface, method, path] = ["graphql", "POST", "/graphql"] as const;
  return { operation, surface, method, path, body: { query }, idempotent, signal, graceMs };
}
