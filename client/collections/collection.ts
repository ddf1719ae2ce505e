import type { Listing } from "../http/answers/listing";
import type { CallOptions } from "../http/requests";

export interface ListingOptions extends CallOptions {
  /** Name to filter by. If RunPod cannot filter this collection by name, the list contains all items. */
  readonly name?: string | undefined;
}

/**
 * The operations that every collection has.
 *
 * `find` reads a snapshot of the list. All callers in the process share the snapshot, and concurrent calls share one request.
 * The snapshot is at most `maxAgeMs` old (default 30 000 ms times the client's `timeScale`). Any write to the collection drops
 * the snapshot, also a write that was in flight when the load began. A result of `undefined` means that the list lacks the
 * item. Only `get` proves that the item does not exist.
 */
export interface Collection<Item, Create, Update> {
  /** Returns all items. Concurrent calls share one request, so the list may be a moment old. */
  list(options?: CallOptions): Promise<Item[]>;
  /** Returns all items and the places of unreadable items. `list` leaves unreadable items out and warns about them. */
  listing(options?: ListingOptions): Promise<Listing<Item>>;
  /** Returns an item from the shared snapshot. If the snapshot shows the item in an unreadable form, `find` calls `get`. */
  find(id: string, options?: CallOptions & { maxAgeMs?: number }): Promise<Item | undefined>;
  /** Returns an item. Throws `NotFoundError` if there is no such item. */
  get(id: string, options?: CallOptions): Promise<Item>;
  /** Creates an item. The client never repeats a create that may have reached RunPod: see `PlatformError.outcomeUnknown`. */
  create(body: Create, options?: CallOptions): Promise<Item>;
  update(id: string, patch: Update, options?: CallOptions): Promise<Item>;
  /** Deletes an item. Throws `NotFoundError` if there is no such item. */
  delete(id: string, options?: CallOptions): Promise<void>;
}
