import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { ConfigurationError } from "../errors";

/** Each has its own way to authenticate and its own budget (contract sections 1 and 3.3). */
export type Surface = "rest" | "graphql" | "jobs" | "public";

/** One operation of the contract, ready to be sent. */
export interface ApiRequest {
  /** The contract's name, for errors. */
  readonly operation: string;
  readonly surface: Surface;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below the surface's base, without query; made by `pathOf`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The same body, where it is JSON already. */
  readonly json?: string | undefined;
  /** Doing it twice leaves the same state as doing it once. Decides what may be repeated after a lost answer. */
  readonly idempotent: boolean;
  readonly signal?: AbortSignal | undefined;
  /** How long the request goes on for its answer when the signal fires while it is on its way. Default 0. */
  readonly graceMs?: number | undefined;
  /** How much longer than any other the platform may take to answer, because it was asked to. */
  readonly patienceMs?: number | undefined;
  /** The status that an answer stands for, on a surface whose 200 may hold an error. */
  readonly statusOf?: ((answer: Pick<Answer, "status" | "json">) => number) | undefined;
  /** What may have become of it when the platform does not find it. */
  readonly notFoundHint?: string | undefined;
  /** Whether an answer with an error's status is an answer to the question all the same. */
  readonly isAnswer?: ((answer: Pick<Answer, "status" | "json">) => boolean) | undefined;
  /** Beside those that every request has. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The answer is never over and may be quiet for any time: it gets a connection that nobody waits for. */
  readonly endless?: boolean | undefined;
  /** Reads the body of a success, where reading all of it would never end. */
  readonly read?: ((body: Readable) => Promise<string>) | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON holds it, parsed once however many ask; `undefined` where it is none. */
  readonly json: () => unknown;
  /** An earlier attempt of the same call got no usable answer and may have had effect. */
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
