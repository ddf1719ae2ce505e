import type { Clock, Collection, Listing, Platform } from "../../client";
import { Snapshot } from "../../client/collections/snapshot";

interface Identified {
  readonly id: string;
}

/** A kind of item, with the kind's name in messages. */
interface Kind<Item> {
  readonly what: string;
  readonly collection: (platform: Platform) => Pick<Collection<Item, never, never>, "listing">;
}

/**
 * Lists of the account's items for the check before a create. A burst of creates shares one list of each kind. The
 * lists stay valid when Podwright itself creates or deletes an item.
 */
export class ExistingItems {
  readonly #platform: Platform;
  readonly #clock: Clock;
  readonly #lists = new Map<string, Snapshot<Listing<Identified>>>();

  constructor(platform: Platform, clock: Clock) {
    this.#platform = platform;
    this.#clock = clock;
  }

  /** Returns a list that is at most `maxAgeMs` old. */
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
