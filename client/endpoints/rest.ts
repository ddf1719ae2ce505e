import type { Catalog } from "../catalog/types";
import type { CallOptions } from "../collection/collection";
import type { Listing } from "../collection/listing";
import { RestCollection } from "../collection/rest-collection";
import { NotFoundError, RuleError, UnexpectedAnswerError } from "../errors";
import type { Means } from "../means";
import type { Template } from "../templates/types";
import { refuse } from "../values/refuse";
import { copiedFrom, copyOf, isCurrent } from "./copies";
import { createBody, endpointOf, patchBody } from "./rest-mapping";
import { type RestEndpoint, restEndpointAnswer } from "./rest-record";
import { sharedTemplate, type Witnesses } from "./shared-template";
import { isRegion, liesIn, tokensOf } from "./tokens";
import type { Endpoint, EndpointInput, Endpoints } from "./transport";
import type { WorkerList, Workers } from "./workers/types";

/** What an endpoint's fate depends on beyond its own operations. */
export interface Neighbours extends Witnesses {
  readonly workers: Pick<Workers, "list">;
  readonly catalog: Pick<Catalog, "dataCenters">;
  /** The one surface that tells an endpoint's template, gives it another, and deletes the endpoint alone. */
  readonly graphql: Pick<Endpoints, "get" | "update" | "delete">;
}

/**
 * Endpoints over REST v2 (contract section 5). A template is copied into the endpoint, with a mark that says which;
 * execution timeout, GPU count and the other things that only REST knows stay as they are in an update.
 */
export class RestEndpoints implements Endpoints {
  readonly #rest: RestCollection<RestEndpoint, object, object>;
  readonly #neighbours: Neighbours;

  constructor(options: Means, neighbours: Neighbours) {
    const names = ["Endpoint", "Endpoints"] as const;
    this.#rest = new RestCollection(
      { path: "serverless", wrapper: "endpoints", names, answer: restEndpointAnswer },
      options,
    );
    this.#neighbours = neighbours;
  }

  async list(options: CallOptions = {}): Promise<Endpoint[]> {
    return [...(await this.listing(options)).items];
  }

  async listing(options: CallOptions = {}): Promise<Listing<Endpoint>> {
    const { items, unreadable } = await this.#rest.listing(options);
    return { items: items.map((record) => endpointOf(record)), unreadable };
  }

  async find(id: string, options: CallOptions & { maxAgeMs?: number } = {}): Promise<Endpoint | undefined> {
    const record = await this.#rest.find(id, options);
    return record && endpointOf(record);
  }

  async get(id: string, options: CallOptions = {}): Promise<Endpoint> {
    const record = this.#rest.get(id, options);
    const [live, { summary }] = await Promise.all([record, this.#workersOf(id, record, options)]);
    return endpointOf(live, summary.total);
  }

  /** Whether the platform has it, as only a read of the one endpoint proves. */
  async has(id: string, options: CallOptions = {}): Promise<boolean> {
    try {
      await this.#rest.get(id, options);
      return true;
    } catch (error) {
      if (error instanceof NotFoundError) return false;
      throw error;
    }
  }

  /** Workers that are not found do not mean that the endpoint is gone. */
  async #workersOf(id: string, record: Promise<RestEndpoint>, options: CallOptions): Promise<WorkerList> {
    try {
      return await this.#neighbours.workers.list(id, options);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      await record;
      const { operation, status } = error;
      const sentence = `The platform has endpoint ${id}, but does not find its workers`;
      throw new UnexpectedAnswerError({ operation, status, sentence, retryable: true });
    }
  }

  async create(input: EndpointInput, options: CallOptions = {}): Promise<Endpoint> {
    const dataCenterIds = await this.#dataCentersOf("createEndpoint", input, options);
    const body = createBody("createEndpoint", input, dataCenterIds);
    try {
      return { ...endpointOf(await this.#rest.create(body, options)), templateId: input.templateId };
    } catch (error) {
      throw error instanceof NotFoundError ? noTemplate(error, input) : error;
    }
  }

  /** Reads first, and sends what differs; nothing, when nothing does. */
  async update(id: string, input: EndpointInput, options: CallOptions = {}): Promise<Endpoint> {
    const live = await this.#rest.get(id, options);
    const dataCenterIds = await this.#dataCentersOf("updateEndpoint", input, options);
    const patch = patchBody("updateEndpoint", live, input, dataCenterIds);
    const copied = copiedFrom(live);
    const { templateId = copied } = input;
    let bindTo: string | undefined;
    if (templateId !== undefined && templateId !== copied) {
      const shared = await this.#sharedTemplate(live, "overwrite", options);
      if (shared === undefined) Object.assign(patch, copyOf(templateId));
      else if (shared !== templateId) bindTo = templateId;
    }
    const updated = Object.keys(patch).length === 0 ? live : await this.#patch(id, patch, input, options);
    if (bindTo !== undefined) await this.#bind(id, bindTo, options);
    return { ...endpointOf(updated), templateId };
  }

  /**
   * Deletes the endpoint and nothing that anybody can still use.
   *
   * The platform's own REST delete ends jobs and workers without asking, and takes along the template that the endpoint
   * is bound to. So, beside the two worker numbers having to be 0 as on the other transport, an endpoint that shares
   * its template is deleted over GraphQL, which leaves the template alone; a copy of its own goes with the endpoint.
   * `RuleError` where that cannot be told.
   */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    const live = await this.#rest.get(id, options);
    if (live.workers.min !== 0 || live.workers.max !== 0) {
      throw new RuleError({
        operation: "deleteEndpoint",
        sentence: "deleteEndpoint was not sent: workersMin and workersMax must both be 0",
      });
    }
    if ((await this.#sharedTemplate(live, "delete", options)) === undefined) {
      await this.#rest.delete(id, options);
    } else {
      await this.#rest.write(() => this.#neighbours.graphql.delete(id, options));
    }
  }

  /** Copies the template again into the endpoints that hold an older copy of it; answers their ids. */
  async renewCopies(template: Template, options: CallOptions = {}): Promise<string[]> {
    const old = (await this.#rest.list(options)).filter(
      (record) => copiedFrom(record) === template.id && !isCurrent(record, template),
    );
    for (const { id } of old) await this.#rest.update(id, copyOf(template.id), options);
    return old.map(({ id }) => id);
  }

  /** Drops the shared list, for what it shows was changed over another surface. */
  forget(): void {
    this.#rest.forget();
  }

  async #patch(id: string, patch: object, input: EndpointInput, options: CallOptions): Promise<RestEndpoint> {
    try {
      return await this.#rest.update(id, patch, options);
    } catch (error) {
      if (!(error instanceof NotFoundError) || !("templateId" in patch)) throw error;
      // Either may be what was not found. An endpoint that is gone says so itself.
      await this.#rest.get(id, options);
      throw noTemplate(error, input);
    }
  }

  /** Another template for an endpoint that shares its own: a copy would overwrite the one it has. */
  async #bind(id: string, templateId: string, options: CallOptions): Promise<void> {
    const { graphql } = this.#neighbours;
    await this.#rest.write(async () =>
      graphql.update(id, { ...(await graphql.get(id, options)), templateId }, options),
    );
  }

  #sharedTemplate(live: RestEndpoint, harm: "delete" | "overwrite", options: CallOptions): Promise<string | undefined> {
    const operation = harm === "delete" ? "deleteEndpoint" : "updateEndpoint";
    return sharedTemplate(this.#neighbours, live, { ...options, operation, harm });
  }

  /** A region stands for the data centers in it, which REST alone knows. */
  async #dataCentersOf(operation: string, { locations }: EndpointInput, options: CallOptions): Promise<string[]> {
    const places = tokensOf(locations ?? "");
    if (!places.some(isRegion)) return places;
    const known = (await this.#neighbours.catalog.dataCenters({ signal: options.signal })).map(({ id }) => id);
    const found = places.flatMap((place) => (isRegion(place) ? known.filter((id) => liesIn(id, place)) : [place]));
    if (found.length === 0) throw refuse(operation, `the platform has no data center in ${places.join(" or ")}`);
    return [...new Set(found)];
  }
}

/** A missing template is not a missing endpoint. */
function noTemplate({ operation, status, detail }: NotFoundError, { templateId }: EndpointInput): RuleError {
  return new RuleError({
    operation,
    status,
    detail,
    sentence: `The platform refused ${operation} (404): there is no template ${templateId}`,
  });
}
