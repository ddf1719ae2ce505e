import type * as z from "zod";
import type { ClientContext } from "../context";
import type { Http } from "../http/http";
import type { ApiRequest } from "../http/message";
import { restRequest } from "../http/rest";
import type { CallOptions, Collection } from "./collection";
import type { Listing } from "./listing";
import { SHARED_FOR_MS, Snapshot } from "./snapshot";

/** The differences between the collections of REST v2. */
export interface CollectionSpec<Item> {
  /** Last segment of the collection's path. */
  readonly path: string;
  /** Key that wraps the list. */
  readonly wrapper: string;
  /** As the platform's operations name it: one, and many. */
  readonly names: readonly [one: string, many: string];
  readonly schema: z.ZodType<Item>;
}

/** The operations of a REST v2 collection, over one shared list. */
export class RestCollection<Item extends { readonly id: string }, Create, Update>
  implements Collection<Item, Create, Update>
{
  protected readonly http: Http;
  readonly #spec: CollectionSpec<Item>;
  readonly #snapshot: Snapshot<Listing<Item>>;
  readonly #maxAgeMs: number;

  constructor(spec: CollectionSpec<Item>, { http, clock, timeScale }: ClientContext) {
    this.http = http;
    this.#spec = spec;
    this.#maxAgeMs = SHARED_FOR_MS * timeScale;
    const request = (signal: AbortSignal) => this.#request(`list${spec.names[1]}`, "GET", undefined, { signal });
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
    return this.http.json(this.#request(`get${this.#spec.names[0]}`, "GET", id, options), this.#spec.schema);
  }

  create(body: Create, options: CallOptions = {}): Promise<Item> {
    const request = this.#request(`create${this.#spec.names[0]}`, "POST", undefined, options, body);
    return this.write(() => this.http.json(request, this.#spec.schema));
  }

  update(id: string, patch: Update, options: CallOptions = {}): Promise<Item> {
    const request = this.#request(`update${this.#spec.names[0]}`, "PATCH", id, options, patch);
    return this.write(() => this.http.json(request, this.#spec.schema));
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.write(() => this.http.send(this.#request(`delete${this.#spec.names[0]}`, "DELETE", id, options)));
  }

  /** Sends a request for one of this collection's lists. */
  protected async listed(request: ApiRequest): Promise<Listing<Item>> {
    const { names, wrapper, schema } = this.#spec;
    return await this.http.list(request, { of: wordsOf(names[0]), under: wrapper, item: schema });
  }

  /** Runs a change of this collection, and drops the shared list after it. */
  write<R>(work: () => Promise<R>): Promise<R> {
    return this.#snapshot.write(work);
  }

  /** Drops the shared list, after a change that another surface made. */
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
    const segments = id === undefined ? [this.#spec.path] : [this.#spec.path, id];
    return restRequest(operation, method, segments, { body, signal, graceMs });
  }
}

/** `NetworkVolume` becomes `network volume`. */
function wordsOf(name: string): string {
  return name.replace(/\B[A-Z]/g, " $&").toLowerCase();
}
