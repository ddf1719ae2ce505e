import type { Listing } from "../http/answers/listing";
import type { CallOptions } from "../http/requests";

export interface ListingOptions extends CallOptions {
  /** Only items of this name, if RunPod can filter by name; otherwise all items. */
  readonly name?: string | undefined;
}

/**
 * The operations that every collection has.
 *
 * `find` reads a snapshot of the list that all callers in the process share: it was loaded at most `maxAgeMs` ago (default
 * 30 000 ms times the client's `timeScale`), concurrent calls share one request, and any write to the collection drops
 * it (also a write that was in flight when the snapshot began). `undefined` means: not in the list, which does not prove
 * absence; `get` does.
 */
export interface Collection<Item, Create, Update> {
  /** As RunPod has it now; concurrent calls share one request, which may have been sent a moment before. */
  list(options?: CallOptions): Promise<Item[]>;
  /** The list with its unreadable items; `list` leaves these out, with a warning. */
  listing(options?: ListingOptions): Promise<Listing<Item>>;
  /** If the list shows the item in an unreadable form, this reads the item with `get`. */
  find(id: string, options?: CallOptions & { maxAgeMs?: number }): Promise<Item | undefined>;
  /** Throws `NotFoundError` when there is none. */
  get(id: string, options?: CallOptions): Promise<Item>;
  /** The client never repeats a create that may have reached RunPod: see `PlatformError.outcomeUnknown`. */
  create(body: Create, options?: CallOptions): Promise<Item>;
  update(id: string, patch: Update, options?: CallOptions): Promise<Item>;
  /** Throws `NotFoundError` when there is none. */
  delete(id: string, options?: CallOptions): Promise<void>;
}
