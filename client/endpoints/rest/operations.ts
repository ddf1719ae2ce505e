import { tokensOf } from "../../../kernel/text";
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
import { isRegion, liesIn } from "../tokens";
import type { DeleteEndpointOptions, Endpoint, EndpointSurface } from "../types";
import type { WorkerList, Workers } from "../workers";
import { copiedFrom, copyOf, isCurrent, ownEnv, sameEntries } from "./copies";
import { createBody, endpointOf, patchBody } from "./mapping";
import { type RestEndpoint, restEndpointSchema } from "./record";
import { type SharedTemplate, sharedTemplate, type TemplateLookups } from "./shared-template";

/** Other areas of the client that endpoints over REST use. */
interface RestEndpointDeps extends TemplateLookups {
  readonly workers: Pick<Workers, "list">;
  readonly catalog: Pick<Catalog, "dataCenters">;
}

/**
 * Endpoints over REST v2. RunPod copies a template into the endpoint, and the client adds a marker with the template's id. An
 * update keeps the settings that only REST has.
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

  /** Whether the endpoint exists. Only a read of the single endpoint proves that it exists. */
  async has(id: string, options: CallOptions = {}): Promise<boolean> {
    return (await substitute(this.#rest.get(id, options), isNotFound, undefined)) !== undefined;
  }

  /** Reads the workers. A 404 for the workers does not prove that the endpoint is gone. */
  async #workersOf(id: string, record: Promise<RestEndpoint>, options: CallOptions): Promise<WorkerList> {
    try {
      return await this.#deps.workers.list(id, options);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      await record;
      const { operation, status } = error;
      const sentence = `Endpoint ${id} exists, but RunPod does not find its workers`;
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

  /** Reads the endpoint and sends only the differences. Without differences, it sends nothing. */
  async update(id: string, input: EndpointInput, options: CallOptions = {}): Promise<Endpoint> {
    const live = await this.#rest.get(id, options);
    const dataCenterIds = await this.#dataCentersOf("updateEndpoint", input, options);
    const patch = patchBody("updateEndpoint", live, input, dataCenterIds);
    const copied = copiedFrom(live);
    const own = ownEnv(live) ?? {};
    const { templateId = copied, env = own } = input;
    const isOther = templateId !== copied || !sameEntries(env, own);
    if (isOther && templateId === undefined)
      throw invalidCall("updateEndpoint", "env overrides variables of a template, so it needs templateId");
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
   * Deletes the endpoint, but never a template that another resource can use.
   *
   * RunPod's own REST delete ends jobs and workers at once, and also deletes the template that the endpoint is bound to. So the
   * client requires that both worker numbers are 0, as GraphQL does. If the endpoint shares its template, the client deletes
   * the endpoint over GraphQL, which keeps the template. If the endpoint has a copy, RunPod deletes the copy with it. Throws
   * `RuleError` if the client cannot find out whether the template is shared.
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
    // A template may itself contain the marker, and then its endpoint looks like a copy.
    if ((await this.#sharedTemplate(live, "overwrite", options)) !== undefined) return false;
    await this.#rest.update(id, copyOf(template.id, ownEnv(live)), options);
    return true;
  }

  /** Drops the shared list. Call this method after a write over another surface. */
  forget(): void {
    this.#rest.forget();
  }

  async #patch(id: string, patch: object, input: EndpointInput, options: CallOptions): Promise<RestEndpoint> {
    try {
      return await this.#rest.update(id, patch, options);
    } catch (error) {
      if (!(error instanceof NotFoundError) || !("templateId" in patch)) throw error;
      // The endpoint or the template may be missing. If the endpoint is missing, this read throws.
      await this.#rest.get(id, options);
      throw noTemplate(error, input);
    }
  }

  /** Binds an endpoint with a shared template to another template over GraphQL. A copy over REST would overwrite the shared template. */
  async #bind(id: string, templateId: string, { surface }: SharedTemplate, options: CallOptions): Promise<void> {
    await this.#rest.write(async () =>
      surface.update(id, { ...(await surface.get(id, options)), templateId }, options),
    );
  }

  #sharedTemplate(live: RestEndpoint, harm: "delete" | "overwrite", options: CallOptions) {
    const operation = harm === "delete" ? "deleteEndpoint" : "updateEndpoint";
    return sharedTemplate(this.#deps, live, { ...options, operation, harm });
  }

  /** Replaces each region by its data centers, because REST accepts only data centers. */
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
    sentence: `updateEndpoint was not sent: endpoint ${id} uses template ${templateId} directly, so a new env would change all endpoints with this template`,
    hint: "Put these variables into the env of a template that no other endpoint uses, or replace the endpoint: RunPod gives an endpoint created over REST its own copy of the template.",
  });
}

/** Turns a 404 for a missing template into a `RuleError`, because `NotFoundError` would mean a missing endpoint. */
function noTemplate({ operation, status, detail }: NotFoundError, { templateId }: EndpointInput): RuleError {
  return new RuleError({
    operation,
    status,
    detail,
    sentence: `RunPod refused ${operation} (404): there is no template ${templateId}`,
  });
}
