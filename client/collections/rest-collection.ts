import type * as z from "zod";
import { capitalized } from "../../kernel/text";
import type { Listing } from "../http/answers/listing";
import type { ClientContext, Http } from "../http/http";
import { type ApiRequest, type CallOptions, restRequest } from "../http/requests";
import type { Collection } from "./collection";
import { SharedList } from "./shared-list";

/** The properties in which the collections of REST v2 differ. */
interface CollectionSpec<Item> {
  /** Path below `/v2/`. */
  readonly path: string;
  /** Key of the list in the response. The name of RunPod's list operation is `list` and this key, such as `listPods`. */
  readonly many: string;
  /** Name of an item in RunPod's operations. */
  readonly one: string;
  readonly schema: z.ZodType<Item>;
  /** Hint of the error if RunPod does not know the path of the collection. */
  readonly missing?: string | undefined;
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
    return this.write(() => this.#send("create", "POST", [], { ...options, body }));
  }

  update(id: string, patch: Update, options: CallOptions = {}): Promise<Item> {
    return this.write(() => this.#send("update", "PATCH", [id], { ...options, body: patch }));
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    const { path, one } = this.#spec;
    await this.write(() => this.http.send(restRequest(`delete${one}`, "DELETE", [...path.split("/"), id], options)));
  }

  protected override load(signal: AbortSignal | undefined, query: ApiRequest["query"] = {}): Promise<Listing<Item>> {
    const { path, many, one, schema } = this.#spec;
    const request = restRequest(`list${capitalized(many)}`, "GET", path.split("/"), { signal, query });
    return this.http.list(
      { ...request, notFoundHint: this.#spec.missing },
      { of: one.replace(/\B[A-Z]/g, " $&").toLowerCase(), under: many, item: schema },
    );
  }

  protected override findUnreadable(id: string, _place: string, options: CallOptions): Promise<Item> {
    return this.get(id, options);
  }

  async #send(
    verb: string,
    method: ApiRequest["method"],
    segments: readonly string[],
    options: CallOptions & { readonly body?: unknown },
  ): Promise<Item> {
    const { path, one, schema, missing } = this.#spec;
    const request = restRequest(`${verb}${one}`, method, [...path.split("/"), ...segments], options);
    return await this.http.json(segments.length > 0 ? request : { ...request, notFoundHint: missing }, schema);
  }
}
