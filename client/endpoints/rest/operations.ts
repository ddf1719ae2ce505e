import type { Template } from "../../account/templates";
import type { Catalog } from "../../catalog/operations";
import { RestCollection } from "../../collections/rest-collection";
import { NotFoundError, RuleError, UnexpectedAnswerError } from "../../errors";
import { invalidCall } from "../../errors/invalid-call";
import type { Listing } from "../../http/answers/listing";
import { isNotFound, substitute } from "../../http/answers/substitute";
import type { ClientContext } from "../../http/http";
import type { CallOptions } from "../../http/requests";
import type { EndpointInput } from "../settings";
import { isRegion, liesIn, tokensOf } from "../tokens";
import type { DeleteEndpointOptions, Endpoint, EndpointSurface } from "../types";
import type { WorkerList, Workers } from "../workers";
import { copiedFrom, copyOf, isCurrent, ownEnv, sameEntries } from "./copies";
import { createBody, endpointOf, patchBody } from "./mapping";
import { type RestEndpoint, restEndpointSchema } from "./record";
import { type SharedTemplate, sharedTemplate, type TemplateLookups } from "./shared-template";

/** The other areas that endpoints over REST use. */
interface RestEndpointDeps extends TemplateLookups {
  readonly workers: Pick<Workers, "list">;
  readonly catalog: Pick<Catalog, "dataCenters">;
}

/**
 * Endpoints over REST v2. A template is copied into the endpoint, with a marker that names it. An update keeps the
 * settings that only REST has, such as the execution timeout and the GPU count.
 */
export class RestEndpoints implements EndpointSurface {
  readonly #rest: RestCollection<RestEndpoint, object, object>;
  readonly #deps: RestEndpointDeps;

  constructor(context: ClientContext, deps: RestEndpointDeps) {
    const spec = { path: "serverless", many: "endpoints", one: "Endpoint", schema: restEndpointSchema };
    this.#rest = new RestCollection(spec, context);
    this.#deps = deps;
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

  /** Whether the endpoint exists; only a read of that endpoint proves it. */
  async has(id: string, options: CallOptions = {}): Promise<boolean> {
    return (await substitute(this.#rest.get(id, options), isNotFound, undefined)) !== undefined;
  }

  /** A 404 for the workers does not prove that the endpoint is gone. */
  async #workersOf(id: string, record: Promise<RestEndpoint>, options: CallOptions): Promise<WorkerList> {
    try {
      return await this.#deps.workers.list(id, options);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      await record;
      const { operation, status } = error;
      const sentence = `RunPod has endpoint ${id}, but does not find its workers`;
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

  /** Reads the endpoint and sends the differences; without any, nothing. */
  async update(id: string, input: EndpointInput, options: CallOptions = {}): Promise<Endpoint> {
    const live = await this.#rest.get(id, options);
    const dataCenterIds = await this.#dataCentersOf("updateEndpoint", input, options);
    const patch = patchBody("updateEndpoint", live, input, dataCenterIds);
    const copied = copiedFrom(live);
    const own = ownEnv(live) ?? {};
    const { templateId = copied, env = own } = input;
    const isOther = templateId !== copied || !sameEntries(env, own);
    if (isOther && templateId === undefined)
      throw invalidCall("updateEndpoint", "env goes over the variables of a template, so it needs templateId");
    let bind: (() => Promise<void>) | undefined;
    if (isOther && templateId !== undefined) {
      const shared = await this.#sharedTemplate(live, "overwrite", options);
      if (shared === undefined) Object.assign(patch, copyOf(templateId, env));
      else if (Object.keys(env).length > 0) throw boundItself(id, shared.id);
      else if (shared.id !== templateId) bind = () => this.#bind(id, templateId, shared, options);
    }
    const updated = Object.keys(patch).length === 0 ? live : await this.#patch(id, patch, input, options);
    await bind?.();
    return { ...endpointOf(updated), templateId };
  }

  /**
   * Deletes the endpoint, but no template that others can still use.
   *
   * RunPod's own REST delete ends jobs and workers at once, and deletes the template that the endpoint is bound
   * to. So both worker numbers must be 0, as over GraphQL, and an endpoint that shares its template is deleted over
   * GraphQL, which keeps the template; a copy is deleted with the endpoint. Throws `RuleError` if it is not known
   * whether the template is shared.
   */
  async delete(id: string, { lastLook, ...options }: DeleteEndpointOptions = {}): Promise<void> {
    const live = await this.#rest.get(id, options);
    if (live.workers.min !== 0 || live.workers.max !== 0) {
      throw new RuleError({
        operation: "deleteEndpoint",
        sentence: "deleteEndpoint was not sent: workersMin and workersMax must both be 0",
      });
    }
    const shared = await this.#sharedTemplate(live, "delete", options);
    await lastLook?.();
    if (shared === undefined) {
      await this.#rest.delete(id, options);
    } else {
      await this.#rest.write(() => shared.surface.delete(id, options));
    }
  }

  async copiesOf(templateId: string, options: CallOptions = {}): Promise<Endpoint[]> {
    const records = await this.#rest.list(options);
    return records.filter((record) => copiedFrom(record) === templateId).map((record) => endpointOf(record));
  }

  async renewCopy(id: string, template: Template, options: CallOptions = {}): Promise<boolean> {
    const live = await this.#rest.get(id, options);
    if (copiedFrom(live) !== template.id || isCurrent(live, template)) return false;
    // A template whose environment has the marker makes its endpoint look like a copy.
    if ((await this.#sharedTemplate(live, "overwrite", options)) !== undefined) return false;
    await this.#rest.update(id, copyOf(template.id, ownEnv(live)), options);
    return true;
  }

  /** Drops the shared list, after a change over another surface. */
  forget(): void {
    this.#rest.forget();
  }

  async #patch(id: string, patch: object, input: EndpointInput, options: CallOptions): Promise<RestEndpoint> {
    try {
      return await this.#rest.update(id, patch, options);
    } catch (error) {
      if (!(error instanceof NotFoundError) || !("templateId" in patch)) throw error;
      // The 404 may be for the endpoint or the template. For a deleted endpoint this read throws.
      await this.#rest.get(id, options);
      throw noTemplate(error, input);
    }
  }

  /** Binds an endpoint with a shared template to another template: a copy would overwrite the shared template. */
  async #bind(id: string, templateId: string, { surface }: SharedTemplate, options: CallOptions): Promise<void> {
    await this.#rest.write(async () =>
      surface.update(id, { ...(await surface.get(id, options)), templateId }, options),
    );
  }

  #sharedTemplate(live: RestEndpoint, harm: "delete" | "overwrite", options: CallOptions) {
    const operation = harm === "delete" ? "deleteEndpoint" : "updateEndpoint";
    return sharedTemplate(this.#deps, live, { ...options, operation, harm });
  }

  /** REST takes data centers only, so a region becomes the data centers in it. */
  async #dataCentersOf(operation: string, { locations }: EndpointInput, options: CallOptions): Promise<string[]> {
    const places = tokensOf(locations ?? "");
    if (!places.some(isRegion)) return places;
    const known = (await this.#deps.catalog.dataCenters({ signal: options.signal })).map(({ id }) => id);
    const found = places.flatMap((place) => (isRegion(place) ? known.filter((id) => liesIn(id, place)) : [place]));
    if (found.length === 0) throw invalidCall(operation, `RunPod has no data center in ${places.join(" or ")}`);
    return [...new Set(found)];
  }
}

function boundItself(id: string, templateId: string): RuleError {
  return new RuleError({
    operation: "updateEndpoint",
    sentence: `updateEndpoint was not sent: endpoint ${id} is bound to template ${templateId} itself, where an environment of its own would be everybody's`,
    hint: "Put these variables into the env of the template, which no other endpoint uses. Or replace the endpoint: one that is created over REST has a copy of its template.",
  });
}

/** A missing template is not a missing endpoint. */
function noTemplate({ operation, status, detail }: NotFoundError, { templateId }: EndpointInput): RuleError {
  return new RuleError({
    operation,
    status,
    detail,
    sentence: `RunPod refused ${operation} (404): there is no template ${templateId}`,
  });
}
