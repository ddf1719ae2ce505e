import type * as z from "zod";
import type { Http } from "../http/http";
import type { ApiRequest } from "../http/message";
import { restRequest } from "../http/rest";
import type { Means } from "../means";
import type { CallOptions, Collection } from "./collection";
import type { Listing } from "./listing";
import { SHARED_FOR_MS, Snapshot } from "./snapshot";

/** One kind of REST v2, as far as it differs from the others. */
export interface Kind<Item> {
  /** Last segment of the collection's path. */
  readonly path: string;
  /** Key that wraps the list (contract section 2). */
  readonly wrapper: string;
  /** As the contract's operations name it: one, and many. */
  readonly names: readonly [one: string, many: string];
  readonly answer: z.ZodType<Item>;
}

/** The five operations every kind has, over one shared list. */
export class RestCollection<Item extends { readonly id: string }, Create, Update>
  implements Collection<Item, Create, Update>
{
  protected readonly http: Http;
  protected readonly kind: Kind<Item>;
  readonly #snapshot: Snapshot<Listing<Item>>;
  readonly #maxAgeMs: number;

  constructor(kind: Kind<Item>, { http, clock, timeScale }: Means) {
    this.http = http;
    this.kind = kind;
    this.#maxAgeMs = SHARED_FOR_MS * timeScale;
    const request = (signal: AbortSignal) => this.#request(`list${kind.names[1]}`, "GET", undefined, { signal });
    this.#snapshot = new Snapshot((signal) => this.listed(request(signal)), clock);
  }

  async list(options: CallOptions = {}): Promise<Item[]> {
    return [...(await this.listing(options)).items];
  }

  async listing({ signal }: CallOptions = {}): Promise<Listing<Item>> {
    return await this.#snapshot.read(0, signal);
  }

  async find(id: string, options: CallOptions & { maxAgeMs?: number } = {}): Promise<Item | undefined> {
    const { items, unreadable } = await this.#snapshot.read(options.maxAgeMs ?? this.#maxAgeMs, options.signal);
    if (unreadable.some((item) => item.id === id)) return await this.get(id, options);
    return items.find((item) => item.id === id);
  }

  async get(id: string, options: CallOptions = {}): Promise<Item> {
    return this.http.json(this.#request(`get${this.kind.names[0]}`, "GET", id, options), this.kind.answer);
  }

  create(body: Create, options: CallOptions = {}): Promise<Item> {
    const request = this.#request(`create${this.kind.names[0]}`, "POST", undefined, options, body);
    return this.write(() => this.http.json(request, this.kind.answer));
  }

  update(id: string, patch: Update, options: CallOptions = {}): Promise<Item> {
    const request = this.#request(`update${this.kind.names[0]}`, "PATCH", id, options, patch);
    return this.write(() => this.http.json(request, this.kind.answer));
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.write(() => this.http.send(this.#request(`delete${this.kind.names[0]}`, "DELETE", id, options)));
  }

  /** One of the lists of this kind. */
  protected async listed(request: ApiRequest): Promise<Listing<Item>> {
    const { names, wrapper, answer } = this.kind;
    return await this.http.list(request, { of: wordsOf(names[0]), under: wrapper, item: answer });
  }

  /** Runs something that changes this kind, and drops the shared list after it. */
  write<R>(work: () => Promise<R>): Promise<R> {
    return this.#snapshot.write(work);
  }

  /** Drops the shared list, for what it shows was changed another way. */
  forget(): void {
    this.#snapshot.forget();
  }

  #request(
    operation: string,
    method: ApiRequest["method"],
    id: string | undefined,
    { signal, graceMs }: CallOptions,
    body?: unknown,
  ): ApiRequest {
    const segments = id === undefined ? [this.kind.path] : [this.kind.path, id];
    return restRequest(operation, method, segments, { body, signal, graceMs });
  }
}

/** `NetworkVolume` as a sentence says it. */
function wordsOf(name: string): string {
  return name.replace(/\B[A-Z]/g, " $&").toLowerCase();
}
