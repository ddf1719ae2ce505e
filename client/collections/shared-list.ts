import type { Listing } from "../http/answers/listing";
import type { ClientContext } from "../http/http";
import type { CallOptions } from "../http/requests";
import { SHARED_FOR_MS, Snapshot } from "./snapshot";

type Context = Pick<ClientContext, "clock" | "timeScale" | "lists" | "isSnapshot">;

/** Reads a collection from one list that all callers share. */
export abstract class SharedList<Item extends { readonly id: string }> {
  readonly #snapshot: Snapshot<Listing<Item>>;
  readonly #maxAgeMs: number;

  readonly #listMaxAgeMs: number;

  constructor({ clock, timeScale, lists, isSnapshot = false }: Context) {
    this.#snapshot = new Snapshot((signal) => this.load(signal), clock);
    lists.add(this);
    this.#maxAgeMs = isSnapshot ? Number.POSITIVE_INFINITY : SHARED_FOR_MS * timeScale;
    this.#listMaxAgeMs = isSnapshot ? Number.POSITIVE_INFINITY : 0;
  }

  protected abstract load(signal: AbortSignal): Promise<Listing<Item>>;

  /** Reads an item that the list shows in an unreadable form. */
  protected abstract findUnreadable(id: string, place: string, options: CallOptions): Promise<Item>;

  async list(options: CallOptions = {}): Promise<Item[]> {
    return [...(await this.listing(options)).items];
  }

  async listing({ signal }: CallOptions = {}): Promise<Listing<Item>> {
    return await this.#snapshot.read(this.#listMaxAgeMs, signal);
  }

  async find(id: string, options: CallOptions & { maxAgeMs?: number } = {}): Promise<Item | undefined> {
    const { items, unreadable } = await this.#snapshot.read(options.maxAgeMs ?? this.#maxAgeMs, options.signal);
    const odd = unreadable.find((item) => item.id === id);
    if (odd !== undefined) return await this.findUnreadable(id, odd.place, options);
    return items.find((item) => item.id === id);
  }

  /** Runs a write to this collection, and drops the shared list afterwards. */
  write<R>(work: () => Promise<R>): Promise<R> {
    return this.#snapshot.write(work);
  }

  /** Drops the shared list. Call this method after a write over another surface. */
  forget(): void {
    this.#snapshot.forget();
  }
}
