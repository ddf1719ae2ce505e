/**
 * How a request carries the API key. `header`: as a bearer token. `bare`: in the same header, without the word Bearer. `query`:
 * in the query of the URL.
 */
export type KeyPlace = "header" | "bare" | "query";

/** What a response shows about the API key of its request. */
export type KeyVerdict = "accepted" | "refused" | "unclear";

/** The sections of `NODE_DEBUG` in which undici prints the addresses of its requests. */
const SECTIONS = ["undici", "fetch", "websocket"];

/** Returns whether an entry of `NODE_DEBUG` names such a section. As in Node, `*` stands for any text, and case does not count. */
function namesHttpClient(entry: string): boolean {
  const parts = entry
    .trim()
    .split("*")
    .map((part) => part.replace(/[|\\{}()[\]^$+?.]/g, "\\$&"));
  const pattern = new RegExp(`^${parts.join(".*")}$`, "i");
  return SECTIONS.some((section) => pattern.test(section));
}

/**
 * Finds the place for the API key in GraphQL requests. RunPod documents the query of the URL, and also accepts the header. Logs
 * show URLs, so the client tries the header first. If RunPod refuses the header, one request tries the query. All later
 * requests use the result.
 */
export class KeyPlaces {
  /** The known place. Absent until RunPod has accepted the key in one place or refused it in both places. */
  #known: KeyPlace | undefined;
  #trial: Promise<unknown> | undefined;
  /** Whether `NODE_DEBUG` makes undici print the addresses of its requests. */
  readonly #printsAddresses: boolean;

  constructor(debugged = process.env.NODE_DEBUG ?? "") {
    this.#printsAddresses = debugged.split(",").some(namesHttpClient);
  }

  /** Sends a request with the key in the place that RunPod accepts. */
  async send<T>(exchange: (place: KeyPlace) => Promise<T>, verdictOf: (exchanged: T) => KeyVerdict): Promise<T> {
    const place = this.#known ?? "header";
    const exchanged = await exchange(place);
    const verdict = verdictOf(exchanged);
    if (verdict === "accepted") this.#known ??= place;
    if (verdict !== "refused" || place === "query") return exchanged;
    if (this.#known === undefined && this.#trial === undefined && !this.#printsAddresses) {
      return await this.#try(exchanged, exchange, verdictOf);
    }
    await this.#trial?.catch(() => undefined);
    return this.#known === "query" ? await exchange("query") : exchanged;
  }

  async #try<T>(
    refused: T,
    exchange: (place: KeyPlace) => Promise<T>,
    verdictOf: (exchanged: T) => KeyVerdict,
  ): Promise<T> {
    const trial = exchange("query");
    this.#trial = trial;
    try {
      const tried = await trial;
      const verdict = verdictOf(tried);
      if (verdict !== "unclear") this.#known = verdict === "accepted" ? "query" : "header";
      return verdict === "refused" ? refused : tried;
    } finally {
      this.#trial = undefined;
    }
  }
}

/**
 * Finds the form of the API key in job operations. RunPod's first API description shows the bare key, and all clients that use
 * job operations today send a bearer token. If RunPod refuses one form, the same request tries the other form once. Later requests
 * begin with the form that RunPod accepted last.
 */
export class JobKeyForms {
  #form: "header" | "bare" = "header";

  async send<T>(exchange: (place: KeyPlace) => Promise<T>, verdictOf: (exchanged: T) => KeyVerdict): Promise<T> {
    const form = this.#form;
    const exchanged = await exchange(form);
    if (verdictOf(exchanged) !== "refused") return exchanged;
    const other = form === "header" ? "bare" : "header";
    const second = await exchange(other);
    const verdict = verdictOf(second);
    if (verdict === "accepted") this.#form = other;
    return verdict === "refused" ? exchanged : second;
  }
}
