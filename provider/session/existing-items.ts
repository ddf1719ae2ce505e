import type { Clock, Collection, Listing, Platform } from "../../client";
import { Snapshot } from "../../client/collections/snapshot";

interface Identified {
  readonly id: string;
}

/** A kind of items, by its noun. */
interface Kind<Item> {
  readonly what: string;
  readonly collection: (platform: Platform) => Pick<Collection<Item, never, never>, "listing">;
}

/** The account's items for the check before a create: one list of a kind for a burst of creates. Our own writes do not drop it. */
export class ExistingItems {
  readonly #platform: Platform;
  readonly #clock: Clock;
  readonly #lists = new Map<string, Snapshot<Listing<Identified>>>();

  constructor(platform: Platform, clock: Clock) {
    this.#platform = platform;
    this.#clock = clock;
  }

  /** Loaded at most `maxAgeMs` ago. */
  async listing<Item extends Identified>(
    { what, collection }: Kind<Item>,
    maxAgeMs: number,
    signal?: AbortSignal,
  ): Promise<Listing<Item>> {
    const load = (shared: AbortSignal) => collection(this.#platform).listing({ signal: shared });
    const list = this.#lists.get(what) ?? new Snapshot<Listing<Identified>>(load, this.#clock);
    this.#lists.set(what, list);
    return (await list.read(maxAgeMs, signal)) as Listing<Item>;
  }

  forget(): void {
    for (const list of this.#lists.values()) list.forget();
  }
}
