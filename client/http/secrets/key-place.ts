/** Where a GraphQL request carries the key. */
export type KeyPlace = "header" | "query";

/** The verdict of a response on the key that the request carried. */
export type KeyVerdict = "accepted" | "refused" | "unclear";

/**
 * RunPod documents the key of GraphQL in the query, and accepts it in the header too. Logs show URLs, so the header goes
 * first. If RunPod refuses it, one request tries the query, and the outcome holds from then on.
 */
export class KeyPlaces {
  /** Absent until RunPod has accepted the key in one place or refused it in both. */
  #known: KeyPlace | undefined;
  #trial: Promise<unknown> | undefined;
  /** undici prints the addresses of its requests then. */
  readonly #printsAddresses: boolean;

  constructor(debugged = process.env.NODE_DEBUG ?? "") {
    this.#printsAddresses = debugged.split(",").some((section) => /^(undici|fetch|\*)/i.test(section.trim()));
  }

  /** Sends a request with the key where RunPod takes it. */
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
