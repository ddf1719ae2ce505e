import type { Listing } from "./listing";

/** What every call accepts beside its own arguments. */
export interface CallOptions {
  /**
   * Ends the call, and any back-off or pacing it is in, with the signal's reason. A call that changes something and is
   * ended so may have had effect all the same.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds that a call whose request is on its way when the signal fires may go on for its answer; for a create,
   * whose answer is the only handle on what it made. Without one in that time it ends as a `TimeoutError` whose outcome
   * is unknown. The signal's reason then means that nothing was sent. Default 0.
   */
  readonly graceMs?: number | undefined;
}

/**
 * The operations every listed kind shares.
 *
 * `find` answers from a snapshot of the list that all callers in the process share: it is at most `maxAgeMs` old
 * (default 30 000 ms times the client's `timeScale`), calls that meet share one request, and any write of that kind drops it (also one that was in flight when the
 * snapshot began). `undefined` means: not in the list, which is not yet proof of absence; ask `get` for that.
 */
export interface Collection<Item, Create, Update> {
  /** As the platform has it now; calls that meet share one request, which may have been sent a moment before. */
  list(options?: CallOptions): Promise<Item[]>;
  /** The same, with the items that could not be read; `list` leaves these out, with a warning. */
  listing(options?: CallOptions): Promise<Listing<Item>>;
  /** An item that the list shows, though in a way that cannot be read, is asked for by itself. */
  find(id: string, options?: CallOptions & { maxAgeMs?: number }): Promise<Item | undefined>;
  /** Throws `NotFoundError` when there is none. */
  get(id: string, options?: CallOptions): Promise<Item>;
  /** Never repeated once it may have reached the platform: see `PlatformError.outcomeUnknown`. */
  create(body: Create, options?: CallOptions): Promise<Item>;
  update(id: string, patch: Update, options?: CallOptions): Promise<Item>;
  /** Throws `NotFoundError` when there is none. */
  delete(id: string, options?: CallOptions): Promise<void>;
}
