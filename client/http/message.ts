import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { ConfigurationError } from "../errors";

/** Each has its own way to authenticate and its own rate budget. */
export type Surface = "rest" | "graphql" | "jobs" | "public";

/** One operation of the platform, ready to be sent. */
export interface ApiRequest {
  /** The platform's name of it, for errors. */
  readonly operation: string;
  readonly surface: Surface;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below the surface's base, without query; made by `pathOf`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The same body as text, where the caller has already serialized it. */
  readonly json?: string | undefined;
  /** Doing it twice leaves the same state as doing it once. Decides what may be repeated after a lost response. */
  readonly idempotent: boolean;
  readonly signal?: AbortSignal | undefined;
  /** How long a request in flight may wait for its response after the signal fires. Default 0. */
  readonly graceMs?: number | undefined;
  /** Added to the timeout, for a request that asks the platform to wait. */
  readonly extraTimeoutMs?: number | undefined;
  /** The effective status of a response, on a surface whose 200 may hold an error. */
  readonly statusOf?: ((response: Pick<ApiResponse, "status" | "json">) => number) | undefined;
  /** Hint of the error when the platform does not find the resource. */
  readonly notFoundHint?: string | undefined;
  /** Whether a response with an error's status is a success all the same. */
  readonly isSuccess?: ((response: Pick<ApiResponse, "status" | "json">) => boolean) | undefined;
  /** Headers beside those that every request has. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The response never ends and may be quiet for any time: it gets a connection of its own pool. */
  readonly endless?: boolean | undefined;
  /** Reads the body of a success, where reading all of it would never end. */
  readonly read?: ((body: Readable) => Promise<string>) | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body, parsed once; `undefined` where it is no JSON. */
  readonly json: () => unknown;
  /** An earlier attempt of the same call got no usable response and may have had effect. */
  readonly repeated: boolean;
}

/**
 * Joins path segments, each percent-encoded. An empty or dotted one is refused, because it would address the
 * collection above: a delete of `""` must not become a request for the whole list.
 */
export function pathOf(operation: string, ...segments: readonly string[]): string {
  for (const segment of segments) {
    if (segment === "" || segment === "." || segment === "..") {
      throw new ConfigurationError({
        operation,
        sentence: `${operation} needs an id, and got ${JSON.stringify(segment)}`,
      });
    }
  }
  return `/${segments.map(encodeURIComponent).join("/")}`;
}
