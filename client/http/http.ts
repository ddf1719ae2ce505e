import * as z from "zod";
import type { Clock } from "../../kernel/clock";
import { NetworkError, PlatformError } from "../errors";
import { errorFromFailure } from "./answers/from-failure";
import { errorInSuccess, keyVerdictOf, statusOf } from "./answers/from-graphql";
import { type ErrorContext, errorFromResponse, rateLimited, unexpectedResponse } from "./answers/from-response";
import { joined, type Listing, listingOf, NOTHING_LISTED, whyUnreadable } from "./answers/listing";
import { meaningOf } from "./answers/meanings";
import { readOrderedWait, readRetryAfter, readWindows, type WindowReport } from "./answers/rate-limit-headers";
import { isHtml } from "./answers/refusal";
import { type ConnectionSettings, resolveTargets } from "./configuration";
import { type ConnectionOptions, Connections } from "./connections";
import { type Exchanged, exchange } from "./exchange";
import { everyPage } from "./pages";
import { LONG_PAUSE_MS } from "./rate/rate-budget";
import { WindowSpent } from "./rate/rate-windows";
import { backOffMs, mayHaveHadEffect, type Outcome, shouldRetry } from "./rate/should-retry";
import type { ApiRequest, ApiResponse, ExchangeReport } from "./requests";
import type { KeyPlace } from "./secrets/key-place";
import { masker, secretsOf } from "./secrets/redact";

export interface HttpSettings extends ConnectionSettings, ConnectionOptions {
  readonly timeScale: number;
  readonly userAgent: string;
  readonly onWarning: (sentence: string) => void;
  readonly onExchange: (exchange: ExchangeReport) => void;
}

/** The context that the operations of all areas share. */
export interface ClientContext {
  readonly http: Http;
  /** All shared lists of the account. */
  readonly lists: Set<{ forget(): void }>;
  readonly clock: Clock;
  /** Factor for all pauses and ages that the client chooses itself. */
  readonly timeScale: number;
  /** True if each shared list is read only once. */
  readonly isSnapshot?: boolean | undefined;
}

/** How RunPod wraps a list. */
export interface ListSpec<Item> {
  /** Noun of an item, for messages. */
  readonly of: string;
  /** Key of the list in the response. */
  readonly under: string;
  readonly item: z.ZodType<Item>;
}

/** What one attempt shows about RunPod. */
export interface Observation<T> {
  /** Host and port. Absent if the settings contain no valid address. */
  readonly host?: string;
  /** HTTP status. If there was no response, this field and the next two are absent. */
  readonly status?: number;
  readonly latencyMs?: number;
  /** The `Date` header, in whole seconds. */
  readonly date?: string | undefined;
  readonly windows: readonly WindowReport[];
  /** How the answered request carried the API key. */
  readonly keyPlace?: KeyPlace;
  /** Value of the response. Absent after an error. */
  readonly value?: T;
  readonly error?: PlatformError;
}

/** Sends operations. Adds the API key, keeps the rate limit, repeats safe requests and turns failures into errors. */
export class Http {
  readonly #settings: HttpSettings;
  readonly #closing = new AbortController();
  /** Warnings that were already given, so that each warning appears once. */
  readonly #warned = new Set<string>();
  #opened: Connections | undefined;

  constructor(settings: HttpSettings) {
    this.#settings = settings;
  }

  /** Returns the parsed body of a success. Throws `UnexpectedAnswerError` if a required field is missing. */
  async json<T>(request: ApiRequest, schema: z.ZodType<T>): Promise<T> {
    return this.parse(request, await this.send(request), schema);
  }

  /** Returns the whole list, and warns once about each unreadable item. */
  async list<Item extends { readonly id: string }>(
    request: ApiRequest,
    { of, under, item }: ListSpec<Item>,
  ): Promise<Listing<Item>> {
    const pages = await this.pages(request, z.object({ [under]: listingOf(item) }));
    return this.warned(of, joined(pages.map(({ [under]: listing }) => listing ?? NOTHING_LISTED)));
  }

  /** Returns all pages of a list, at least one. */
  pages<Page>(request: ApiRequest, schema: z.ZodType<Page>): Promise<[Page, ...Page[]]> {
    const json: Http["json"] = (page, paged) => this.json(page, paged);
    return everyPage(request, schema, { json, clock: this.#settings.clock });
  }

  warned<Listed extends Listing<unknown>>(of: string, listing: Listed): Listed {
    for (const one of listing.unreadable) {
      const sentence = `${of} ${one.id ?? "without an id"} ${whyUnreadable(one)}. All other resources are unaffected.`;
      if (this.#warned.has(sentence)) continue;
      this.#warned.add(sentence);
      this.#settings.onWarning(sentence);
    }
    return listing;
  }

  /**
   * Sends a request and returns a successful response. Throws an error for any other response. A GraphQL response of status 200
   * may also contain an error, and `parse` throws that error.
   */
  async send(request: ApiRequest): Promise<ApiResponse> {
    const { timeScale, clock } = this.#settings;
    const closing = this.#closing.signal;
    const signal = request.signal === undefined ? closing : AbortSignal.any([request.signal, closing]);
    let repeated = false;
    try {
      for (let attempt = 1; ; attempt += 1) {
        const exchanged = await this.#attempt(request, signal);
        const outcome = this.#outcomeOf(request, exchanged);
        const decision = shouldRetry({ outcome, attempt, idempotent: request.idempotent });
        if (!decision.again || request.isStaleSoon === true) return this.#conclude(request, exchanged, repeated);
        repeated ||= mayHaveHadEffect(outcome);
        const pauseMs =
          decision.orderedMs === undefined ? backOffMs(attempt, decision.pause) * timeScale : decision.orderedMs;
        this.#announce(request, pauseMs, outcome);
        await clock.sleep(pauseMs, signal);
      }
    } catch (error) {
      if (error !== closing.reason || request.signal?.aborted === true) throw error;
      const { operation, idempotent } = request;
      const sentence = `${operation} ended, because the client was closed`;
      throw new NetworkError({ operation, sentence, outcomeUnknown: !idempotent });
    }
  }

  /**
   * Sends a request once and reports the response. By default, the request does not wait for the rate limit. Throws only the
   * signal's reason.
   */
  async observe<T>(request: ApiRequest, schema: z.ZodType<T>): Promise<Observation<T>> {
    let seen: Omit<Observation<T>, "value" | "error"> = { windows: [] };
    try {
      seen = { ...seen, host: this.#open(request.operation).routeOf(request).address.host };
      const exchanged = await this.#attempt({ unpaced: true, ...request }, request.signal ?? this.#closing.signal);
      if (exchanged.kind === "response") {
        const { status, latencyMs, headers, keyPlace } = exchanged.response;
        seen = { ...seen, status, latencyMs, keyPlace, date: headers.date, windows: readWindows(headers) };
      }
      const response = this.#conclude(request, exchanged, false);
      return response.status === 204 ? seen : { ...seen, value: this.parse(request, response, schema) };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return { ...seen, error };
    }
  }

  /** Parses a response. Throws an error if the response does not match the schema. */
  parse<T>(request: ApiRequest, response: ApiResponse, schema: z.ZodType<T>): T {
    const body = response.json();
    const context = this.#errorContextOf(request, response);
    const error = request.surface === "graphql" ? errorInSuccess(request, response, context) : undefined;
    if (error !== undefined) throw error;
    if (body === undefined) {
      throw unexpectedResponse(request, response, context, isHtml(response) ? undefined : "text that is not JSON");
    }
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const where = parsed.error.issues[0]?.path.join(".") || undefined;
    const missing = where === undefined ? "body" : `'${where}'`;
    throw unexpectedResponse(request, response, context, `JSON without a usable ${missing}`);
  }

  /** Returns a function that masks the API key and the secrets of the request in RunPod's texts. */
  maskOf({ operation, body }: Pick<ApiRequest, "operation" | "body">): (text: string) => string {
    let mask: ((text: string) => string) | undefined;
    return (text) => {
      mask ??= masker([this.#open(operation).key.reveal(), ...secretsOf(body)]);
      return mask(text);
    };
  }

  /** Ends all calls in flight and closes the client's own connections. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#opened?.close();
  }

  async #attempt(request: ApiRequest, signal: AbortSignal): Promise<Exchanged> {
    const { clock, timeoutMs, userAgent } = this.#settings;
    const connections = this.#open(request.operation);
    const route = connections.routeOf(request);
    const send = async (keyPlace: KeyPlace) => {
      const exchanged = await exchange(request, { route, keyPlace, userAgent, timeoutMs, clock, signal });
      if (exchanged.kind === "response") this.#report(request, exchanged.response);
      return exchanged;
    };
    try {
      const places = placesOf(request, connections);
      if (places === undefined) return await send("header");
      return await places.send(send, (exchanged) =>
        exchanged.kind === "failure" ? "unclear" : keyVerdictOf(request, exchanged.response),
      );
    } catch (error) {
      if (!(error instanceof WindowSpent)) throw error;
      const { window, resetsAtMs } = error;
      throw rateLimited({ operation: request.operation }, { window, resetsAt: new Date(resetsAtMs) });
    }
  }

  #report(
    { operation, surface, method, path, query, body }: ApiRequest,
    response: Omit<ApiResponse, "repeated">,
  ): void {
    const { status, headers, text } = response;
    this.#settings.onExchange({ operation, surface, method, path, query, body, status, headers, text });
  }

  #conclude(request: ApiRequest, exchanged: Exchanged, repeated: boolean): ApiResponse {
    if (exchanged.kind === "failure") {
      const { address, proxy } = this.#open(request.operation).routeOf(request);
      throw errorFromFailure(request, exchanged.failure, { ...address, proxy });
    }
    const response = { ...exchanged.response, repeated };
    const { status } = response;
    // If a repeated delete gets a 404, an earlier attempt has deleted the resource.
    const isDeleted = request.method === "DELETE" && repeated && status === 404 && !isHtml(response);
    if ((status >= 200 && status < 300) || isDeleted || request.isSuccess?.(response) === true) return response;
    throw errorFromResponse(request, response, this.#errorContextOf(request, response));
  }

  #outcomeOf(request: ApiRequest, exchanged: Exchanged): Outcome {
    if (exchanged.kind === "failure") return exchanged.failure;
    const { response } = exchanged;
    const reported = reportedStatus(request, response);
    // RunPod refuses such a request before any work, and would refuse the next attempt too.
    const meaning = reported < 400 ? undefined : meaningOf(response);
    const status = reported >= 500 && meaning !== undefined ? 400 : reported;
    const readWait = status === 429 ? readOrderedWait : readRetryAfter;
    const retryAfterMs = readWait(response.headers, this.#settings.clock.now());
    return { kind: "response", status, retryAfterMs, passes: meaning?.passes };
  }

  #announce({ operation }: ApiRequest, pauseMs: number, outcome: Outcome): void {
    if (pauseMs <= LONG_PAUSE_MS) return;
    const got =
      outcome.kind !== "response"
        ? `no response (${outcome.reason})`
        : outcome.passes === true
          ? `status ${outcome.status}, because the endpoint is paused`
          : `status ${outcome.status}`;
    this.#settings.onWait(`${operation} got ${got}; trying again in ${Math.ceil(pauseMs / 1000)} s`);
  }

  #errorContextOf(request: ApiRequest, { headers }: Pick<ApiResponse, "headers">): ErrorContext {
    const { host, setting } = this.#open(request.operation).routeOf(request).address;
    const { clock, keyHints, transportHint, endpointTransport } = this.#settings;
    const now = clock.now();
    return {
      mask: this.maskOf(request),
      host,
      setting,
      now,
      keyHint: keyHints.refused,
      transportHint: endpointTransport === "rest" ? "" : transportHint,
      retryAfterMs: readOrderedWait(headers, now),
    };
  }

  /** Opens the connections at the first request. A preview without a key, or with an address that is still unknown, must succeed. */
  #open(operation: string): Connections {
    this.#opened ??= new Connections(resolveTargets(this.#settings, operation), this.#settings);
    return this.#opened;
  }
}

/** Returns the store of the key's place, if the surface has more than one. */
function placesOf({ surface }: ApiRequest, { keyPlaces, jobKeyForms }: Connections) {
  if (surface === "graphql") return keyPlaces;
  return surface === "jobs" ? jobKeyForms : undefined;
}

/**
 * Returns the status by which the client judges the response. If the response broke off or a proxy replaced it, this is the
 * status of a failed gateway.
 */
function reportedStatus(request: ApiRequest, response: Omit<ApiResponse, "repeated">): number {
  if (isCut(request, response)) return 502;
  return request.surface === "graphql" ? statusOf(response) : response.status;
}

/** Whether a proxy cut or replaced the response. Such a response is a success without JSON, although the request expects JSON. */
function isCut({ method, surface, read }: ApiRequest, { status, json }: Pick<ApiResponse, "status" | "json">): boolean {
  const isRead = read === undefined && (method === "GET" || surface === "graphql");
  return isRead && status >= 200 && status < 300 && json() === undefined;
}
