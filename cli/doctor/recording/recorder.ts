import type { ExchangeReport } from "../../../client";
import { parseJson } from "../../../kernel/text";
import { isRecord } from "../../../kernel/values";
import { isMarked } from "../../assumptions/ledger";
import { counted } from "../../output/text";
import { type Kept, ownPartOf } from "./own";
import type { Recording } from "./recording";
import { Scrubber } from "./scrub";
import { shapeOf } from "./shape";

const surfaces = { rest: "rest-v2", graphql: "graphql", jobs: "jobs", public: "public" } as const;
/** A recording has the headers about the rate limit only in a refusal with status 429. */
const SHOWN_HEADERS = ["content-type", "allow", "retry-after", "ratelimit", "ratelimit-policy"];
const MOST_PROBES = 3;
const JSON_TYPES = ["application/json", "application/problem+json"];

/** A class of exchanges (requests with their responses), with its first exchange. */
interface Seen {
  readonly exchange: ExchangeReport;
  readonly isCatalog: boolean;
  readonly request: Kept;
  readonly response: Kept;
  readonly probes: Set<string>;
  count: number;
}

/**
 * Collects one recording of each class of exchanges. Exchanges of one class have the same operation, status, and keys
 * with the same types.
 */
export class Recorder {
  readonly #seen = new Map<string, Seen>();
  readonly #own = new Set<string>();
  readonly #scrubber: Scrubber;

  constructor(secrets: readonly string[]) {
    this.#scrubber = new Scrubber(secrets);
  }

  add(exchange: ExchangeReport, probe: string): void {
    const { path, method, surface, operation, status, text, body } = exchange;
    const isCatalog = path.startsWith("/v2/catalog/");
    const parsed = parseJson(text);
    this.#scrubber.learn(parsed, isCatalog);
    this.#scrubber.learn(body, isCatalog);
    // Probes change only their own items, so the response to a change contains items of a probe.
    const isChange = surface === "graphql" ? graphqlText(body).startsWith("mutation") : method !== "GET";
    this.#learnOwn(parsed, isChange && status < 300);
    const isAllOwn = isCatalog || surface === "jobs" || path.split("/").some((part) => this.#own.has(part));
    const kept = (value: unknown) => ownPartOf(value, (id) => isAllOwn || this.#own.has(id));
    const response = kept(parsed ?? text);
    const isRefusal = status >= 400 || (isRecord(parsed) && "errors" in parsed);
    // The refusals of an operation differ in their texts, so the refusals of each probe are a class of their own.
    const facts = [surface, method, operation, status, shapeOf(response.value), isRefusal ? probe : ""];
    const key = JSON.stringify(facts);
    const known = this.#seen.get(key) ?? {
      exchange,
      isCatalog,
      request: kept(body),
      response,
      probes: new Set(),
      count: 0,
    };
    known.probes.add(probe);
    known.count += 1;
    this.#seen.set(key, known);
  }

  /** Returns the recordings, without any fact that identifies the account. */
  recordings(facts: Pick<Recording, "source" | "date">): readonly Recording[] {
    return [...this.#seen.values()].map((seen) => this.#recordingOf(seen, facts));
  }

  #recordingOf(
    { exchange, isCatalog, request, response, probes, count }: Seen,
    facts: Pick<Recording, "source" | "date">,
  ): Recording {
    const { surface, method, status, body, text } = exchange;
    const shown = (value: unknown) => this.#scrubber.body(value, isCatalog);
    const isJson = parseJson(text) !== undefined;
    return {
      ...facts,
      surface: surfaces[surface],
      request: { method, path: this.#pathOf(exchange), ...(body === undefined ? {} : { body: shown(request.value) }) },
      response: {
        status,
        ...this.#headersOf(exchange),
        ...(isJson
          ? { body: shown(response.value) }
          : text === ""
            ? {}
            : { text: this.#scrubber.text(String(response.value)) }),
      },
      provenance: request.trimmed || response.trimmed ? "trimmed" : "recorded",
      note: `${counted(count, "response")} of this kind, seen by ${listed([...probes])}`,
    };
  }

  #pathOf({ path, query = {} }: ExchangeReport): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
    return this.#scrubber.text(decodeURIComponent(`${path}${search.size === 0 ? "" : `?${search}`}`));
  }

  #headersOf({ status, headers }: ExchangeReport): Pick<Recording["response"], "headers"> {
    const shown = SHOWN_HEADERS.flatMap((name): [string, string][] => {
      const value = headers[name];
      const isUsual = name === "content-type" && JSON_TYPES.includes(String(value).split(";")[0] ?? "");
      const isRate = name.startsWith("ratelimit") && status !== 429;
      return value === undefined || isUsual || isRate ? [] : [[name, this.#scrubber.text(String(value))]];
    });
    return shown.length === 0 ? {} : { headers: Object.fromEntries(shown) };
  }

  /** Remembers the ids of the probes' items. Such an item has a marked name, or is in the response to a change. */
  #learnOwn(value: unknown, isChanged: boolean): void {
    if (Array.isArray(value)) for (const item of value) this.#learnOwn(item, isChanged);
    if (!isRecord(value)) return;
    if (typeof value.id === "string" && (isChanged || isMarked(value.name))) this.#own.add(value.id);
    for (const item of Object.values(value)) this.#learnOwn(item, isChanged);
  }
}

function listed(probes: readonly string[]): string {
  const more = probes.length - MOST_PROBES;
  return more > 0 ? `${probes.slice(0, MOST_PROBES).join(", ")} and ${more} more` : probes.join(", ");
}

function graphqlText(body: unknown): string {
  return isRecord(body) && typeof body.query === "string" ? body.query.trim() : "";
}
