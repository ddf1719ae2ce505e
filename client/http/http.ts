import { Agent, type Dispatcher } from "undici";
import * as z from "zod";
import type { Clock } from "../clock";
import { type Listing, listingOf, NOTHING_LISTED, whyUnreadable } from "../collection/listing";
import { type Address, type Configuration, type ConfigurationInput, resolveConfiguration } from "../configuration";
import { NetworkError } from "../errors";
import { type Circumstances, errorFromAnswer, rateLimited, strangeAnswer } from "../errors/from-answer";
import { errorFromFailure } from "../errors/from-failure";
import { isHtml } from "../errors/problem";
import { backOffMs } from "./back-off";
import { type Exchanged, exchange } from "./exchange";
import { authenticate } from "./interceptors/authenticate";
import { markNeverSent } from "./interceptors/never-sent";
import { pace } from "./interceptors/pace";
import type { Answer, ApiRequest, Surface } from "./message";
import { RateBudget, WORTH_TELLING_MS } from "./rate/rate-budget";
import { readRetryAfter } from "./rate/rate-limit-headers";
import { WindowSpent } from "./rate/rate-windows";
import { masker, secretsOf } from "./redact";
import { type Outcome, shouldRetry } from "./should-retry";

export interface HttpOptions extends ConfigurationInput {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly timeScale: number;
  readonly userAgent: string;
  readonly onWait: (sentence: string) => void;
  readonly onWarning: (sentence: string) => void;
  readonly dispatcher: Dispatcher | undefined;
}

/** A list as the contract wraps it. */
export interface ListAsked<Item> {
  /** What its items are, in words. */
  readonly of: string;
  /** The key that wraps it. */
  readonly under: string;
  readonly item: z.ZodType<Item>;
}

/** What the first request finds out and every later one uses. */
interface Line {
  readonly configuration: Configuration;
  readonly dispatchers: Readonly<Record<Surface | "endless", Dispatcher>>;
}

/**
 * Connections to one address. REST and GraphQL are paced, so few do; a synchronous job holds its own until it ends, and
 * the platform takes 400 of them at once (contract section 14.6).
 */
const CONNECTIONS = { management: 16, jobs: 400, endless: 400 } as const;

/** Sends the contract's operations: the key, the pace, the repetitions and the errors are its business, once for all. */
export class Http {
  readonly #options: HttpOptions;
  readonly #closing = new AbortController();
  /** What was warned of, so that no look repeats it. */
  readonly #warned = new Set<string>();
  readonly #agents: Agent[] = [];
  #line: Line | undefined;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  /** Answers the parsed body of a success. Throws `UnexpectedAnswerError` when it lacks something essential. */
  async json<T>(request: ApiRequest, schema: z.ZodType<T>): Promise<T> {
    return this.parse(request, await this.send(request), schema);
  }

  /** Answers a list, and warns once of each item that cannot be read. */
  async list<Item>(request: ApiRequest, { of, under, item }: ListAsked<Item>): Promise<Listing<Item>> {
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

  /** Answers a success, and throws the error of anything else. */
  async send(request: ApiRequest): Promise<Answer> {
    let repeated = false;
    for (let attempt = 1; ; attempt += 1) {
      const ended = await this.#attempt(request);
      const outcome = this.#outcomeOf(request, ended);
      const verdict = shouldRetry({ outcome, attempt, idempotent: request.idempotent });
      if (!verdict.again) return this.#conclude(request, ended, repeated);
      repeated ||= mayHaveHadEffect(outcome);
      const pauseMs = verdict.orderedMs ?? backOffMs(attempt) * this.#options.timeScale;
      await this.#pause(request, pauseMs, fateOf(ended, outcome));
    }
  }

  parse<T>(request: ApiRequest, answer: Answer, schema: z.ZodType<T>): T {
    const body = answer.json();
    const address = this.#addressOf(request);
    if (body === undefined) {
      throw strangeAnswer(request, answer, address, isHtml(answer) ? undefined : "something that is not JSON");
    }
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const where = parsed.error.issues[0]?.path.join(".") ?? "";
    throw strangeAnswer(request, answer, address, `JSON without a usable ${where === "" ? "body" : `'${where}'`}`);
  }

  /** What makes the platform's words about a request fit to be shown. */
  maskOf({ operation, body }: Pick<ApiRequest, "operation" | "body">): (text: string) => string {
    const { key } = this.#connect(operation).configuration;
    let mask: ((text: string) => string) | undefined;
    return (text) => {
      mask ??= masker([key.reveal(), ...secretsOf(body)]);
      return mask(text);
    };
  }

  /** What an error needs to know beside the answer. */
  circumstancesOf(request: ApiRequest, { headers }: Pick<Answer, "headers">): Circumstances {
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

  /** Ends every call under way, and the connections unless they were lent. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#agents.map((agent) => agent.destroy()));
  }

  async #attempt(request: ApiRequest): Promise<Exchanged> {
    const { configuration, dispatchers } = this.#connect(request.operation);
    const { clock, timeoutMs, userAgent } = this.#options;
    const { origin, prefix } = configuration.addresses[request.surface];
    const dispatcher = dispatchers[request.endless === true ? "endless" : request.surface];
    try {
      return await exchange(request, {
        dispatcher,
        origin,
        prefix,
        userAgent,
        timeoutMs,
        clock,
        signal: this.#signalOf(request),
      });
    } catch (error) {
      if (error instanceof WindowSpent) {
        const { window, resetsAtMs } = error;
        throw rateLimited({ operation: request.operation }, { window, resetsAt: new Date(resetsAtMs) });
      }
      throw this.#unlessClosed(request, error);
    }
  }

  #conclude(request: ApiRequest, ended: Exchanged, repeated: boolean): Answer {
    if (ended.kind === "failure") throw errorFromFailure(request, ended.failure, this.#addressOf(request));
    const answer = { ...ended.answer, repeated };
    const { status } = answer;
    // A delete that is repeated and then finds nothing has found its own work done.
    const done = request.method === "DELETE" && repeated && status === 404 && !isHtml(answer);
    if ((status >= 200 && status < 300) || done || request.isAnswer?.(answer) === true) return answer;
    throw errorFromAnswer(request, answer, this.circumstancesOf(request, answer));
  }

  async #pause(request: ApiRequest, ms: number, fate: string): Promise<void> {
    if (ms > WORTH_TELLING_MS) {
      this.#options.onWait(`${request.operation} ${fate}; trying again in ${Math.ceil(ms / 1000)} s`);
    }
    try {
      await this.#options.clock.sleep(ms, this.#signalOf(request));
    } catch (error) {
      throw this.#unlessClosed(request, error);
    }
  }

  #outcomeOf(request: ApiRequest, ended: Exchanged): Outcome {
    if (ended.kind === "failure") return { kind: ended.failure.kind };
    const { answer } = ended;
    const status = request.statusOf?.(answer) ?? answer.status;
    return { kind: "answer", status, retryAfterMs: readRetryAfter(answer.headers, this.#options.clock.now()) };
  }

  #addressOf({ operation, surface }: ApiRequest): Address {
    return this.#connect(operation).configuration.addresses[surface];
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

  /** Not in the constructor: a preview without a key, or with an address not yet known, is to succeed. */
  #connect(operation: string): Line {
    this.#line ??= this.#open(resolveConfiguration(this.#options, operation));
    return this.#line;
  }

  #open(configuration: Configuration): Line {
    const { clock, onWait, timeoutMs } = this.#options;
    const management = this.#options.dispatcher ?? this.#ownAgent(timeoutMs, CONNECTIONS.management);
    const jobs = this.#options.dispatcher ?? this.#ownAgent(timeoutMs, CONNECTIONS.jobs);
    const endless = this.#options.dispatcher ?? this.#ownAgent(timeoutMs, CONNECTIONS.endless);
    const chain = (base: Dispatcher, surface: Surface, budget: RateBudget) =>
      base.compose(markNeverSent, authenticate(surface, configuration.key), pace(budget));
    const exempt = () => new RateBudget({ clock, onWait, assume: "exempt" });
    const limited = new RateBudget({ clock, onWait, assume: "limited" });
    // Only REST is documented to carry rate headers; the others are paced should they come to carry them.
    return {
      configuration,
      dispatchers: {
        rest: chain(management, "rest", limited),
        endless: chain(endless, "rest", limited),
        graphql: chain(management, "graphql", exempt()),
        jobs: chain(jobs, "jobs", exempt()),
        public: chain(jobs, "public", exempt()),
      },
    };
  }

  #ownAgent(timeoutMs: number, connections: number): Agent {
    const agent = new Agent({
      connections,
      connect: { timeout: Math.min(timeoutMs, 10_000) },
      // What is known of a lost request (`markNeverSent`) is what HTTP/1.1 tells.
      allowH2: false,
      maxResponseSize: 64 * 1024 * 1024,
    });
    this.#agents.push(agent);
    return agent;
  }
}

function mayHaveHadEffect(outcome: Outcome): boolean {
  return outcome.kind === "answer" ? outcome.status >= 500 : outcome.kind !== "never-sent";
}

function fateOf(ended: Exchanged, outcome: Outcome): string {
  if (ended.kind === "failure") return `got no answer (${ended.failure.reason})`;
  return `was answered ${outcome.kind === "answer" ? outcome.status : ended.answer.status}`;
}
