import { type Dispatcher, errors } from "undici";
import type { Failure } from "../errors/from-failure";
import { GracefulAbort, type GracefulAbortOptions } from "./graceful-abort";
import { NeverSentError } from "./interceptors/never-sent";
import { onStart } from "./interceptors/tap";
import type { ApiRequest, ApiResponse } from "./message";
import { orAborted } from "./or-aborted";
import { WindowSpent } from "./rate/rate-windows";

/** How one attempt ended. */
export type Exchanged =
  | { readonly kind: "response"; readonly response: Omit<ApiResponse, "repeated"> }
  | { readonly kind: "failure"; readonly failure: Failure };

interface ExchangeOptions extends Pick<GracefulAbortOptions, "clock"> {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly prefix: string;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * One attempt: sends the request and reads the whole response, so that one cut off in the middle counts as lost and can
 * be repeated. (undici's retry handler would continue with a `Range` request there, and could neither read the body of a
 * 429 nor be ended by a signal while no connection is open.) Throws only what no repetition changes: the signal's
 * reason, and `WindowSpent`. A request with a grace period that is in flight when the signal fires ends as a failure
 * instead, because its outcome is unknown.
 */
export async function exchange(request: ApiRequest, options: ExchangeOptions): Promise<Exchanged> {
  const { signal, clock } = options;
  signal.throwIfAborted();
  const abort = new GracefulAbort(signal, { clock, graceMs: request.graceMs ?? 0 });
  try {
    return { kind: "response", response: await orAborted(transfer(request, options, abort), abort.signal) };
  } catch (error) {
    if (!abort.isGraced) signal.throwIfAborted();
    if (error instanceof WindowSpent) throw error;
    const isAborted = abort.signal.aborted;
    return { kind: "failure", failure: isAborted ? { kind: "timeout", reason: "cancelled" } : failureOf(error) };
  } finally {
    abort.dispose();
  }
}

async function transfer(
  request: ApiRequest,
  { dispatcher, origin, prefix, userAgent, timeoutMs }: ExchangeOptions,
  abort: GracefulAbort,
): Promise<Omit<ApiResponse, "repeated">> {
  const { statusCode, headers, body } = await dispatcher.compose(onStart(() => abort.started())).request({
    origin,
    path: `${prefix}${request.path}${queryOf(request)}`,
    method: request.method,
    headers: {
      accept: request.read === undefined ? "application/json, application/problem+json" : "text/event-stream",
      "user-agent": userAgent,
      ...(request.body === undefined ? {} : { "content-type": "application/json" }),
      ...request.headers,
    },
    body: request.json ?? (request.body === undefined ? null : JSON.stringify(request.body)),
    headersTimeout: timeoutMs + (request.extraTimeoutMs ?? 0),
    bodyTimeout: request.endless === true ? 0 : timeoutMs,
    signal: abort.signal,
  });
  const read = statusCode < 300 ? request.read : undefined;
  const text = read === undefined ? await body.text() : await read(body);
  return { status: statusCode, headers, text, json: parsedOnce(text) };
}

function parsedOnce(text: string): () => unknown {
  let parsed: { readonly value: unknown } | undefined;
  return () => {
    parsed ??= { value: jsonOf(text) };
    return parsed.value;
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function queryOf({ query = {} }: ApiRequest): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? "" : `?${search}`;
}

function failureOf(error: unknown): Failure {
  if (error instanceof NeverSentError) return { kind: "never-sent", reason: error.reason };
  const timeout = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
  return { kind: timeout ? "timeout" : "lost", reason: code };
}
