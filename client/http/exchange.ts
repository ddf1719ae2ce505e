import { type Dispatcher, errors } from "undici";
import { type Clock, orAborted } from "../../kernel/clock";
import { parseJson } from "../../kernel/text";
import type { Failure } from "./answers/from-failure";
import type { Route } from "./connections";
import type { Permit } from "./rate/rate-budget";
import { WindowSpent } from "./rate/rate-windows";
import type { ApiRequest, ApiResponse } from "./requests";
import type { KeyPlace } from "./secrets/key-place";

interface Received extends Omit<ApiResponse, "repeated"> {
  /** Milliseconds from the request's turn to the end of its response, including the set-up of a connection. */
  readonly latencyMs: number;
  readonly keyPlace: KeyPlace;
}

/** How one attempt ended. */
export type Exchanged =
  | { readonly kind: "response"; readonly response: Received }
  | { readonly kind: "failure"; readonly failure: Failure };

interface ExchangeOptions {
  readonly route: Route;
  readonly keyPlace: KeyPlace;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Makes one attempt: waits for its turn, sends the request and reads the whole response. So a response that breaks off counts
 * as lost, and the client can repeat the request. (undici's retry handler would send a `Range` request instead. That handler
 * could not read the body of a 429, and a signal could not end it while no connection is open.) Throws only the signal's reason
 * and `WindowSpent`, because a new attempt would not help. Returns any other failure as a result. If a request with a grace
 * period is in flight when the signal fires, the attempt ends as a failure, because its outcome is unknown.
 */
export async function exchange(request: ApiRequest, options: ExchangeOptions): Promise<Exchanged> {
  const { signal, clock, timeoutMs } = options;
  signal.throwIfAborted();
  const wholeMs = request.endless === true ? undefined : 2 * timeoutMs + (request.extraTimeoutMs ?? 0);
  const attempt = new Attempt(signal, clock, { graceMs: request.graceMs ?? 0, wholeMs });
  try {
    return { kind: "response", response: await orAborted(transfer(request, options, attempt), attempt.signal) };
  } catch (error) {
    if (!attempt.isGraced) signal.throwIfAborted();
    if (error instanceof WindowSpent) throw error;
    return { kind: "failure", failure: failureOf(error, attempt) };
  } finally {
    attempt.end();
  }
}

async function transfer(
  request: ApiRequest,
  { route: { dispatcher, budget, address, key }, keyPlace, clock, userAgent, timeoutMs }: ExchangeOptions,
  attempt: Attempt,
): Promise<Received> {
  const isAtOnce = request.unpaced === true || request.isStaleSoon === true;
  const permit = isAtOnce ? UNPACED : await budget.acquire(attempt.signal);
  const beganAt = clock.now();
  try {
    const { statusCode, headers, body } = await dispatcher.compose(onStart(attempt.start)).request({
      origin: address.origin,
      path: `${address.prefix}${request.path}${queryOf(request, keyPlace === "query" ? { api_key: key.reveal() } : {})}`,
      method: request.method,
      headers: {
        accept: request.read === undefined ? "application/json, application/problem+json" : "text/event-stream",
        "user-agent": userAgent,
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        ...(keyPlace === "query" ? {} : { authorization: authorizationOf(keyPlace, key.reveal()) }),
        ...request.headers,
      },
      body: request.json ?? (request.body === undefined ? null : JSON.stringify(request.body)),
      headersTimeout: timeoutMs + (request.extraTimeoutMs ?? 0),
      bodyTimeout: request.endless === true ? 0 : timeoutMs,
      signal: attempt.signal,
    });
    permit.responded(statusCode, headers);
    const read = statusCode < 300 ? request.read : undefined;
    const text = read === undefined ? await body.text() : await read(body);
    return { status: statusCode, headers, text, json: parsedOnce(text), latencyMs: clock.now() - beganAt, keyPlace };
  } finally {
    // This call has no effect if a response has been reported.
    permit.failed();
  }
}

const UNPACED: Permit = { responded: () => undefined, failed: () => undefined };

/** Calls back when the request begins to leave this machine, and not while the request waits for a connection. */
function onStart(callback: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      callback();
      start?.(controller, context);
    };
    return dispatch(options, handler);
  };
}

function authorizationOf(place: "header" | "bare", key: string): string {
  return place === "bare" ? key : `Bearer ${key}`;
}

function queryOf({ query = {} }: ApiRequest, keyed: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(keyed);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? "" : `?${search}`;
}

function parsedOnce(text: string): () => unknown {
  let parsed: { readonly value: unknown } | undefined;
  return () => {
    parsed ??= { value: parseJson(text) };
    return parsed.value;
  };
}

/**
 * Classifies an error. The code of the error does not show whether the request was sent: a reset may come during the TLS
 * handshake or in the middle of a request. But a request starts only on an open connection. If the server closes a kept-alive
 * connection just as the request starts, the request counts as lost, because it may have arrived.
 */
function failureOf(error: unknown, { hasStarted, signal }: Attempt): Failure {
  if (signal.aborted) return { kind: "timeout", reason: "cancelled" };
  const timeout = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  const { code = "unknown", hostname, message = "" } = (error ?? {}) as NodeJS.ErrnoException & { hostname?: string };
  // undici has no error code for a proxy's refusal.
  const [, refusal] = /^Proxy response \((\d+)\)/.exec(message) ?? [];
  return {
    kind: !hasStarted ? "never-sent" : timeout ? "timeout" : "lost",
    reason: refusal === undefined ? code : `PROXY_${refusal}`,
    unknownHost: hostname,
  };
}

interface AttemptLimits {
  /** Milliseconds for which a request in flight continues after the call's signal fires. */
  readonly graceMs: number;
  /** Milliseconds from the first byte of the request to the last byte of the response. `undefined` for no limit. */
  readonly wholeMs: number | undefined;
}

/**
 * The signal of one attempt. The signal fires with the call's signal, or a grace period later if the request is in flight. The
 * signal also fires when the attempt as a whole takes too long, because the HTTP client's time limit of the body begins anew
 * with each part.
 */
class Attempt {
  hasStarted = false;
  #deadline: NodeJS.Timeout | undefined;
  readonly #callSignal: AbortSignal;
  readonly #clock: Clock;
  readonly #limits: AttemptLimits;
  readonly #abort = new AbortController();
  #hasEnded = false;
  /** Ends the grace period. Absent before it begins. */
  #grace: AbortController | undefined;

  constructor(callSignal: AbortSignal, clock: Clock, limits: AttemptLimits) {
    this.#callSignal = callSignal;
    this.#clock = clock;
    this.#limits = limits;
    callSignal.addEventListener("abort", this.#fire, { once: true });
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Whether the request has started and has a grace period. Such a request continues after the call's signal fires. */
  get isGraced(): boolean {
    return this.hasStarted && this.#limits.graceMs > 0;
  }

  readonly start = (): void => {
    // A call that was aborted in the queue starts nothing. A timer would keep the process alive.
    if (this.#hasEnded) return;
    this.hasStarted = true;
    const { wholeMs } = this.#limits;
    if (wholeMs === undefined) return;
    // This limit uses real time, like the time limits of the HTTP client.
    this.#deadline ??= setTimeout(() => this.#abort.abort(new Error("the response took too long")), wholeMs);
  };

  /** Removes the listener and the timer. */
  end(): void {
    this.#callSignal.removeEventListener("abort", this.#fire);
    this.#hasEnded = true;
    this.#grace?.abort();
    clearTimeout(this.#deadline);
  }

  readonly #fire = (): void => {
    const abort = () => this.#abort.abort(this.#callSignal.reason);
    if (!this.isGraced) {
      abort();
      return;
    }
    this.#grace = new AbortController();
    this.#clock.sleep(this.#limits.graceMs, this.#grace.signal).then(abort, () => undefined);
  };
}
