import type * as z from "zod";
import type { ClientContext } from "../http/context";
import type { Http } from "../http/http";
import type { ApiRequest } from "../http/message";
import { restRequest } from "../http/rest";
import type { CallOptions, Collection } from "./collection";
import type { Listing } from "./listing";
import { SharedList } from "./shared-list";

/** The differences between the collections of REST v2. */
interface CollectionSpec<Item> {
  /** Last segment of the collection's path. */
  readonly path: string;
  /** Key that wraps the list. */
  readonly wrapper: string;
  /** As the platform's operations name it: one, and many. */
  readonly names: readonly [one: string, many: string];
  readonly schema: z.ZodType<Item>;
}

/** A collection of REST v2. */
export class RestCollection<Item extends { readonly id: string }, Create, Update>
  extends SharedList<Item>
  implements Collection<Item, Create, Update>
{
  protected readonly http: Http;
  readonly #spec: CollectionSpec<Item>;

  constructor(spec: CollectionSpec<Item>, context: ClientContext) {
    super(context);
    this.http = context.http;
    this.#spec = spec;
  }

  async get(id: string, options: CallOptions = {}): Promise<Item> {
    return this.#send("get", "GET", [id], options);
  }

  create(body: Create, options: CallOptions = {}): Promise<Item> {
    return this.write(() => this.#send("create", "POST", [], options, body));
  }

  update(id: string, patch: Update, options: CallOptions = {}): Promise<Item> {
    return this.write(() => this.#send("update", "PATCH", [id], options, patch));
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    const { path, names } = this.#spec;
    await this.write(() => this.http.send(restRequest(`delete${names[0]}`, "DELETE", [path, id], options)));
  }

  protected override load(signal: AbortSignal): Promise<Listing<Item>> {
    const { path, names } = this.#spec;
    return this.listed(restRequest(`list${names[1]}`, "GET", [path], { signal }));
  }

  protected override findUnreadable(id: string, _place: string, options: CallOptions): Promise<Item> {
    return this.get(id, options);
  }

  /** Sends a request for one of this collection's lists. */
  protected async listed(request: ApiRequest): Promise<Listing<Item>> {
    const { names, wrapper, schema } = this.#spec;
    return await this.http.list(request, { of: wordsOf(names[0]), under: wrapper, item: schema });
  }

  async #send(
    verb: string,
    method: ApiRequest["method"],
    segments: readonly string[],
    { signal, graceMs }: CallOptions,
    body?: unknown,
  ): Promise<Item> {
    const { path, names, schema } = this.#spec;
    const request = restRequest(`${verb}${names[0]}`, method, [path, ...segments], { body, signal, graceMs });
    return await this.http.json(request, schema);
  }
}

/** `NetworkVolume` becomes `network volume`. */
function wordsOf(name: string): string {
  return name.replace(/\B[A-Z]/g, " $&").toLowerCase();
}
