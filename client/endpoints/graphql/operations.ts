import * as z from "zod";
import type { Catalog } from "../../catalog/operations";
import { SharedList } from "../../collections/shared-list";
import { NotFoundError, RuleError, UnexpectedAnswerError } from "../../errors";
import { invalidCall } from "../../errors/invalid-call";
import { type Listing, whyUnreadable } from "../../http/answers/listing";
import { isFinal, substitute } from "../../http/answers/substitute";
import type { ClientContext } from "../../http/http";
import type { CallOptions } from "../../http/requests";
import { graphqlRequest } from "../../http/requests";
import { ENDPOINT_DEFAULTS } from "../defaults";
import { type EndpointInput, REST_ONLY, type Setting } from "../settings";
import type { DeleteEndpointOptions, Endpoint, EndpointSurface } from "../types";
import { ALL, fieldOf, listDocument, NEWER, responsesWith, saveDocument } from "./documents";
import { Instances } from "./instances";

/** Pauses before each new read of a list that lacks an existing endpoint, in milliseconds. The client multiplies them by `timeScale`. */
const LAG_MS = [1_000, 2_000, 4_000];

interface GraphqlEndpointDeps {
  /** Whether an endpoint exists. Only a read of the single endpoint over REST proves that it exists. */
  readonly exists: (id: string, options: CallOptions) => Promise<boolean>;
  readonly catalog: Pick<Catalog, "cpuTypes">;
}

/**
 * Endpoints over GraphQL. GraphQL cannot read a single endpoint, so every read fetches the list. If the list lacks an
 * endpoint, REST proves whether it is gone.
 */
export class GraphqlEndpoints extends SharedList<Endpoint> implements EndpointSurface {
  readonly #context: ClientContext;
  readonly #exists: GraphqlEndpointDeps["exists"];
  readonly #instances: Instances;
  readonly #responses: ReturnType<typeof responsesWith>;
  /** Settings that the GraphQL schema of the account has. */
  #settings: readonly Setting[] = ALL;

  constructor(context: ClientContext, { exists, catalog }: GraphqlEndpointDeps) {
    super(context);
    this.#context = context;
    this.#exists = exists;
    this.#instances = new Instances(catalog);
    this.#responses = responsesWith(this.#instances);
  }

  async get(id: string, options: CallOptions = {}): Promise<Endpoint> {
    const { clock, timeScale } = this.#context;
    for (const pauseMs of [0, ...LAG_MS]) {
      if (pauseMs > 0) await clock.sleep(pauseMs * timeScale, options.signal);
      const endpoint = await this.find(id, { ...options, maxAgeMs: 0 });
      if (endpoint !== undefined) return endpoint;
      if (await this.#isGone(id, options)) throw gone("myself", id);
    }
    const sentence = `Endpoint ${id} exists, but RunPod's list of endpoints does not contain it`;
    throw new UnexpectedAnswerError({ operation: "myself", sentence, retryable: true });
  }

  /**
   * Whether an endpoint that the list lacks is gone. If the API key may not use REST, the list decides. An unreadable
   * response proves nothing.
   */
  async #isGone(id: string, options: CallOptions): Promise<boolean> {
    const isRefused = (error: unknown) => isFinal(error) && !(error instanceof UnexpectedAnswerError);
    return !(await substitute(this.#exists(id, options), isRefused, false));
  }

  create(input: EndpointInput, options: CallOptions = {}): Promise<Endpoint> {
    // The GraphQL schema requires a type, although it documents a default.
    return this.#save({ ...input, type: input.type ?? ENDPOINT_DEFAULTS.type }, undefined, options);
  }

  update(id: string, input: EndpointInput, options: CallOptions = {}): Promise<Endpoint> {
    return this.#unlessGone(id, "saveEndpoint", options, () => this.#save(input, id, options));
  }

  async delete(id: string, { lastLook, ...options }: DeleteEndpointOptions = {}): Promise<void> {
    await lastLook?.();
    const document = `mutation { deleteEndpoint(id: ${JSON.stringify(id)}) }`;
    const request = graphqlRequest("deleteEndpoint", document, true, options);
    let repeated = false;
    const work = async () => {
      const response = await this.#context.http.send(request);
      repeated = response.repeated;
      this.#context.http.parse(request, response, z.unknown());
    };
    try {
      await this.#unlessGone(id, "deleteEndpoint", options, () => this.write(work));
    } catch (error) {
      // If a repeated delete gets a 404, an earlier attempt has deleted the endpoint.
      if (!(repeated && error instanceof NotFoundError)) throw error;
    }
  }

  protected override async load(signal: AbortSignal): Promise<Listing<Endpoint>> {
    const { http } = this.#context;
    const { data } = await this.#knownSettings((settings) => {
      return http.json(graphqlRequest("myself", listDocument(settings), true, { signal }), this.#responses.list);
    });
    return http.warned("endpoint", data.myself.endpoints);
  }

  protected override async findUnreadable(id: string, place: string): Promise<Endpoint> {
    throw new UnexpectedAnswerError({ operation: "myself", sentence: `Endpoint ${id} ${whyUnreadable({ place })}` });
  }

  /** Creates or updates an endpoint. The client may repeat an update, but never a create. */
  async #save(input: EndpointInput, id: string | undefined, options: CallOptions): Promise<Endpoint> {
    const beyond = REST_ONLY.filter((setting) => input[setting] !== undefined);
    if (beyond.length > 0)
      throw invalidCall(
        "saveEndpoint",
        `${beyond.join(" and ")} can be saved only over REST: set endpointTransport to rest`,
      );
    const instances = await this.#instances.write("saveEndpoint", input.cpu ?? [], options);
    const save = { input, instances, ...(id !== undefined && { id }) };
    return await this.write(async () => {
      const { http } = this.#context;
      const run = (settings: readonly Setting[]) => {
        const request = graphqlRequest("saveEndpoint", saveDocument(settings, save), id !== undefined, options);
        return http.json(request, this.#responses.saved);
      };
      const isNeeded = (setting: Setting) => input[setting] !== undefined;
      // If the input needs a newer setting, the client sends it: an error is better than a silently dropped setting.
      if (NEWER.some(isNeeded)) this.#settings = ALL;
      const { data } = await this.#knownSettings(run, isNeeded);
      return data.saveEndpoint;
    });
  }

  /**
   * Runs a document. If the account's GraphQL schema lacks a newer setting, RunPod refuses the whole document and changes
   * nothing. The client then sends the document again without that setting, unless the input needs it.
   */
  async #knownSettings<T>(
    run: (settings: readonly Setting[]) => Promise<T>,
    isNeeded: (setting: Setting) => boolean = () => false,
  ): Promise<T> {
    const settings = this.#settings;
    try {
      return await run(settings);
    } catch (error) {
      // An error with an unknown outcome is no refusal, because the request may have had an effect.
      const reasons = error instanceof RuleError && !error.outcomeUnknown ? [error.detail, ...error.errors] : [];
      const unknown = NEWER.filter((setting) => reasons.some((reason) => reason.includes(`"${fieldOf(setting)}"`)));
      const known = settings.filter((setting) => !unknown.includes(setting));
      if (known.length === settings.length || unknown.some(isNeeded)) throw error;
      this.#settings = known;
      return await this.#knownSettings(run, isNeeded);
    }
  }

  /** Runs a request. If RunPod refuses the request and the endpoint is gone, this method throws `NotFoundError` instead. */
  async #unlessGone<R>(id: string, operation: string, { signal }: CallOptions, work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      const { items, unreadable } = await this.listing({ signal });
      if ([...items, ...unreadable].some((endpoint) => endpoint.id === id)) throw error;
      throw (await this.#isGone(id, { signal })) ? gone(operation, id) : error;
    }
  }
}

function gone(operation: string, id: string): NotFoundError {
  return new NotFoundError({ operation, sentence: `The account has no endpoint ${id}` });
}
