import type { Dispatcher } from "undici";
import * as z from "zod";
import type { Clock } from "../clock";
import { type Listing, listingOf, NOTHING_LISTED, whyUnreadable } from "../collections/listing";
import { NetworkError } from "../errors";
import { errorFromFailure } from "../errors/from-failure";
import { type ErrorContext, errorFromResponse, rateLimited, unexpectedResponse } from "../errors/from-response";
import { isHtml } from "../errors/refusal";
import { type Address, type ConnectionSettings, resolveTargets, type Targets } from "./configuration";
import { Connections } from "./connections";
import { type Exchanged, exchange } from "./exchange";
import type { ApiRequest, ApiResponse } from "./message";
import { LONG_PAUSE_MS } from "./rate/rate-budget";
import { readRetryAfter } from "./rate/rate-limit-headers";
import { WindowSpent } from "./rate/rate-windows";
import { masker, secretsOf } from "./secrets/redact";
import { backOffMs, type Outcome, shouldRetry } from "./should-retry";

interface HttpOptions extends ConnectionSettings {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly timeScale: number;
  readonly userAgent: string;
  readonly onWait: (sentence: string) => void;
  readonly onWarning: (sentence: string) => void;
  readonly dispatcher: Dispatcher | undefined;
}

/** A list, and how the platform wraps it. */
export interface ListSpec<Item> {
  /** The noun of an item, for sentences. */
  readonly of: string;
  /** The key that wraps the list. */
  readonly under: string;
  readonly item: z.ZodType<Item>;
}

/** The first request opens it, and every later one uses it. */
interface Connection {
  readonly targets: Targets;
  readonly connections: Connections;
}

/** Sends operations: adds the key, keeps the pace, repeats safe requests and turns failures into errors. */
export class Http {
  readonly #options: HttpOptions;
  readonly #closing = new AbortController();
  /** Each warning is given once. */
  readonly #warned = new Set<string>();
  #connection: Connection | undefined;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  /** Returns the parsed body of a success. Throws `UnexpectedAnswerError` when it lacks something essential. */
  async json<T>(request: ApiRequest, schema: z.ZodType<T>): Promise<T> {
    return this.parse(request, await this.send(request), schema);
  }

  /** Returns a list, and warns once of each unreadable item. */
  async list<Item>(request: ApiRequest, { of, under, item }: ListSpec<Item>): Promise<Listing<Item>> {
    const { [under]: listing } = await this.json(request, z.object({ [under]: listingOf(item) }));
    return this.warned(of, listing ?? NOTHING_LISTED);
  }

  warned<Listed extends Listing<unknown>>(of: string, listing: Listed): Listed {
    for (const one of listing.unreadable) {
      const sentence = `${of} ${one.id ?? "without an id"} ${whyUnreadable(one)}. Nothing else is affected.`;
      if (this.#warned.has(sentence)) continue;
      this.#warned.add(sentence);
      this.#options.onWarning(sentence);
    }
    return listing;
  }

  /** Returns a success, and throws the error of anything else. */
  async send(request: ApiRequest): Promise<ApiResponse> {
    let repeated = false;
    for (let attempt = 1; ; attempt += 1) {
      const exchanged = await this.#attempt(request);
      const outcome = this.#outcomeOf(request, exchanged);
      const decision = shouldRetry({ outcome, attempt, idempotent: request.idempotent });
      if (!decision.again) return this.#conclude(request, exchanged, repeated);
      repeated ||= mayHaveHadEffect(outcome);
      const pauseMs = decision.orderedMs ?? backOffMs(attempt) * this.#options.timeScale;
      await this.#pause(request, pauseMs, outcomeText(exchanged, outcome));
    }
  }

  parse<T>(request: ApiRequest, response: ApiResponse, schema: z.ZodType<T>): T {
    const body = response.json();
    const address = this.#addressOf(request);
    if (body === undefined) {
      throw unexpectedResponse(request, response, address, isHtml(response) ? undefined : "something that is not JSON");
    }
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const where = parsed.error.issues[0]?.path.join(".") ?? "";
    throw unexpectedResponse(
      request,
      response,
      address,
      `JSON without a usable ${where === "" ? "body" : `'${where}'`}`,
    );
  }

  /** A function that masks the key and the request's secrets in the platform's texts. */
  maskOf({ operation, body }: Pick<ApiRequest, "operation" | "body">): (text: string) => string {
    const { key } = this.#connect(operation).targets;
    let mask: ((text: string) => string) | undefined;
    return (text) => {
      mask ??= masker([key.reveal(), ...secretsOf(body)]);
      return mask(text);
    };
  }

  errorContextOf(request: ApiRequest, { headers }: Pick<ApiResponse, "headers">): ErrorContext {
    const { host, setting } = this.#addressOf(request);
    const now = this.#options.clock.now();
    return {
      mask: this.maskOf(request),
      host,
      setting,
      keyHint: this.#options.keyHints.refused,
      now,
      retryAfterMs: readRetryAfter(headers, now),
    };
  }

  /** Ends every call in flight, and closes the connections unless they are lent. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#connection?.connections.close();
  }

  async #attempt(request: ApiRequest): Promise<Exchanged> {
    const { targets, connections } = this.#connect(request.operation);
    const { clock, timeoutMs, userAgent } = this.#options;
    const { origin, prefix } = targets.addresses[request.surface];
    const dispatcher = connections.dispatcherOf(request.surface, request.endless === true);
    const signal = this.#signalOf(request);
    try {
      return await exchange(request, { dispatcher, origin, prefix, userAgent, timeoutMs, clock, signal });
    } catch (error) {
      if (error instanceof WindowSpent) {
        const { window, resetsAtMs } = error;
        throw rateLimited({ operation: request.operation }, { window, resetsAt: new Date(resetsAtMs) });
      }
      throw this.#unlessClosed(request, error);
    }
  }

  #conclude(request: ApiRequest, exchanged: Exchanged, repeated: boolean): ApiResponse {
    if (exchanged.kind === "failure") throw errorFromFailure(request, exchanged.failure, this.#addressOf(request));
    const response = { ...exchanged.response, repeated };
    const { status } = response;
    // The first attempt of a repeated delete that then finds nothing had succeeded.
    const isDeleted = request.method === "DELETE" && repeated && status === 404 && !isHtml(response);
    if ((status >= 200 && status < 300) || isDeleted || request.isSuccess?.(response) === true) return response;
    throw errorFromResponse(request, response, this.errorContextOf(request, response));
  }

  async #pause(request: ApiRequest, ms: number, outcome: string): Promise<void> {
    if (ms > LONG_PAUSE_MS) {
      this.#options.onWait(`${request.operation} ${outcome}; trying again in ${Math.ceil(ms / 1000)} s`);
    }
    try {
      await this.#options.clock.sleep(ms, this.#signalOf(request));
    } catch (error) {
      throw this.#unlessClosed(request, error);
    }
  }

  #outcomeOf(request: ApiRequest, exchanged: Exchanged): Outcome {
    if (exchanged.kind === "failure") return { kind: exchanged.failure.kind };
    const { response } = exchanged;
    const status = request.statusOf?.(response) ?? response.status;
    return { kind: "response", status, retryAfterMs: readRetryAfter(response.headers, this.#options.clock.now()) };
  }

  #addressOf({ operation, surface }: ApiRequest): Address {
    return this.#connect(operation).targets.addresses[surface];
  }

  #signalOf({ signal }: ApiRequest): AbortSignal {
    return signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
  }

  #unlessClosed({ operation, idempotent, signal }: ApiRequest, error: unknown): unknown {
    if (signal?.aborted === true || !this.#closing.signal.aborted) return error;
    return new NetworkError({
      operation,
      sentence: `${operation} was ended, because the client was closed`,
      outcomeUnknown: !idempotent,
    });
  }

  /** Not in the constructor: a preview without a key, or with an address not yet known, must succeed. */
  #connect(operation: string): Connection {
    if (this.#connection === undefined) {
      const targets = resolveTargets(this.#options, operation);
      this.#connection = { targets, connections: new Connections(targets.key, this.#options) };
    }
    return this.#connection;
  }
}

function mayHaveHadEffect(outcome: Outcome): boolean {
  return outcome.kind === "response" ? outcome.status >= 500 : outcome.kind !== "never-sent";
}

function outcomeText(exchanged: Exchanged, outcome: Outcome): string {
  if (exchanged.kind === "failure") return `got no response (${exchanged.failure.reason})`;
  return `got status ${outcome.kind === "response" ? outcome.status : exchanged.response.status}`;
}
