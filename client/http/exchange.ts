import { type Dispatcher, errors } from "undici";
import type { Failure } from "../errors/from-failure";
import { Ending, type EndingOptions } from "./ending";
import { NeverSentError } from "./interceptors/never-sent";
import { noteStart } from "./interceptors/note-start";
import type { Answer, ApiRequest } from "./message";
import { orAborted } from "./or-aborted";
import { WindowSpent } from "./rate/rate-windows";

/** How one attempt ended. */
export type Exchanged =
  | { readonly kind: "answer"; readonly answer: Omit<Answer, "repeated"> }
  | { readonly kind: "failure"; readonly failure: Failure };

export interface ExchangeOptions extends Pick<EndingOptions, "clock"> {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly prefix: string;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * One attempt: sends the request and reads the whole answer, so that one cut off in the middle counts as lost and can
 * be asked for again. (undici's retry handler would go on with a `Range` request there, and could neither read the
 * body of a 429 nor be ended by a signal while no connection is open.) Throws only what no repetition changes: the
 * signal's reason, and `WindowSpent`. A request that was given a grace and was on its way when the signal fired ends as a
 * failure instead: what became of it is unknown.
 */
export async function exchange(request: ApiRequest, options: ExchangeOptions): Promise<Exchanged> {
  const { signal, clock } = options;
  signal.throwIfAborted();
  const ending = new Ending(signal, { clock, graceMs: request.graceMs ?? 0 });
  try {
    return { kind: "answer", answer: await orAborted(transfer(request, options, ending), ending.signal) };
  } catch (error) {
    if (!ending.isGraced) signal.throwIfAborted();
    if (error instanceof WindowSpent) throw error;
    const isCut = ending.signal.aborted;
    return { kind: "failure", failure: isCut ? { kind: "timeout", reason: "cancelled" } : failureOf(error) };
  } finally {
    ending.end();
  }
}

async function transfer(
  request: ApiRequest,
  { dispatcher, origin, prefix, userAgent, timeoutMs }: ExchangeOptions,
  ending: Ending,
): Promise<Omit<Answer, "repeated">> {
  const { statusCode, headers, body } = await dispatcher.compose(noteStart(() => ending.begun())).request({
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
    headersTimeout: timeoutMs + (request.patienceMs ?? 0),
    bodyTimeout: request.endless === true ? 0 : timeoutMs,
    signal: ending.signal,
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
