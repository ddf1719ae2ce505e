/** Part of a GraphQL request that carries the API key. */
export type KeyPlace = "header" | "query";

/** What a response shows about the API key of its request. */
export type KeyVerdict = "accepted" | "refused" | "unclear";

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
    this.#printsAddresses = debugged.split(",").some((section) => /^(undici|fetch|\*)/i.test(section.trim()));
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
