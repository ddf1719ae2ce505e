import type { CallOptions } from "../collection";
import { NotFoundError, PlatformError, RuleError } from "../errors";
import { type CollectionOptions, RestCollection } from "../rest/collection";
import type { Templates } from "../templates";
import type { Workers } from "../workers";
import { createBody, endpointOf, patchBody } from "./rest-mapping";
import { type RestEndpoint, restEndpointAnswer } from "./rest-record";
import type { Endpoint, EndpointInput, EndpointTransport } from "./transport";

/** What an endpoint's fate depends on beyond its own operations. */
export interface Neighbours {
  readonly templates: Pick<Templates, "get" | "list">;
  readonly workers: Pick<Workers, "list">;
  /** The one surface that tells an endpoint's template, and that deletes the endpoint alone. */
  readonly graphql: Pick<EndpointTransport, "get" | "delete">;
}

/**
 * Endpoints over REST v2 (contract section 5). A template is copied when it is named, and not answered afterwards;
 * execution timeout, GPU count and the other things that only REST knows stay as they are in an update.
 */
export class RestEndpoints implements EndpointTransport {
  readonly #rest: RestCollection<RestEndpoint, object, object>;
  readonly #neighbours: Neighbours;

  constructor(options: CollectionOptions, neighbours: Neighbours) {
    const names = ["Endpoint", "Endpoints"] as const;
    this.#rest = new RestCollection(
      { path: "serverless", wrapper: "endpoints", names, answer: restEndpointAnswer },
      options,
    );
    this.#neighbours = neighbours;
  }

  async list(options: CallOptions = {}): Promise<Endpoint[]> {
    return (await this.#rest.list(options)).map((record) => endpointOf(record));
  }

  async find(id: string, options: CallOptions & { maxAgeMs?: number } = {}): Promise<Endpoint | undefined> {
    const record = await this.#rest.find(id, options);
    return record && endpointOf(record);
  }

  async get(id: string, options: CallOptions = {}): Promise<Endpoint> {
    const [record, { summary }] = await Promise.all([
      this.#rest.get(id, options),
      this.#neighbours.workers.list(id, options),
    ]);
    return endpointOf(record, summary.total);
  }

  async create(input: EndpointInput, options: CallOptions = {}): Promise<Endpoint> {
    const body = createBody("createEndpoint", input);
    try {
      return { ...endpointOf(await this.#rest.create(body, options)), templateId: input.templateId };
    } catch (error) {
      throw error instanceof NotFoundError ? noTemplate(error, input) : error;
    }
  }

  /** Reads first, and sends what differs; nothing, when nothing does. A template that is named is copied again. */
  async update(id: string, input: EndpointInput, options: CallOptions = {}): Promise<Endpoint> {
    const live = await this.#rest.get(id, options);
    const patch = patchBody("updateEndpoint", live, input);
    if (Object.keys(patch).length === 0) return endpointOf(live);
    try {
      return { ...endpointOf(await this.#rest.update(id, patch, options)), templateId: input.templateId };
    } catch (error) {
      if (!(error instanceof NotFoundError) || input.templateId === undefined) throw error;
      // Either may be what was not found. An endpoint that is gone says so itself.
      await this.#rest.get(id, options);
      throw noTemplate(error, input);
    }
  }

  /**
   * Deletes the endpoint and nothing that anybody can still use.
   *
   * The platform's own REST delete ends jobs and workers without asking, and takes along the template that the endpoint
   * is bound to: a hidden copy, if the endpoint was created over REST, but the very template it was given, if it was
   * created over GraphQL; and REST does not say which. So, beside the two worker numbers having to be 0 as on the other
   * transport, GraphQL is asked for the template. One that can be read is kept, by deleting over GraphQL; a hidden one
   * goes with the endpoint. Where GraphQL does not answer, the endpoint goes only if the account has no serverless
   * template that could be lost; otherwise this is a `RuleError`, and nothing was deleted.
   */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    const { workers } = await this.#rest.get(id, options);
    if (workers.min !== 0 || workers.max !== 0) {
      throw new RuleError({
        operation: "deleteEndpoint",
        sentence: "deleteEndpoint was not sent: workersMin and workersMax must both be 0",
      });
    }
    if (await this.#carriesOthersTemplate(id, options)) {
      await this.#rest.write(() => this.#neighbours.graphql.delete(id, options));
    } else {
      await this.#rest.delete(id, options);
    }
  }

  async #carriesOthersTemplate(id: string, options: CallOptions): Promise<boolean> {
    const { templates } = this.#neighbours;
    const templateId = await this.#templateOf(id, options);
    if (templateId !== undefined) {
      return await templates.get(templateId, options).then(
        () => true,
        (error: unknown) => {
          if (error instanceof NotFoundError) return false;
          throw error;
        },
      );
    }
    const own = await templates.list(options);
    if (!own.some(({ serverless }) => serverless)) return false;
    throw new RuleError({
      operation: "deleteEndpoint",
      sentence: `deleteEndpoint was not sent: over REST it could delete a template together with endpoint ${id}, and the platform does not tell which`,
      hint: "Delete the endpoint in the platform's console, or with a key that may use GraphQL.",
    });
  }

  /** `undefined` when GraphQL cannot tell: the surface is retired, or not this key's to use. */
  async #templateOf(id: string, options: CallOptions): Promise<string | undefined> {
    try {
      const { templateId = "" } = await this.#neighbours.graphql.get(id, options);
      return templateId === "" ? undefined : templateId;
    } catch (error) {
      if (error instanceof PlatformError && !error.retryable) return undefined;
      throw error;
    }
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
