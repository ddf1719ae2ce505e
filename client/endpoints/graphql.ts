import * as z from "zod";
import { type Listing, listingOf, whyUnreadable } from "../collections/listing";
import { SharedList } from "../collections/shared-list";
import { NotFoundError, RuleError, UnexpectedAnswerError } from "../errors";
import { isFinal, substitute } from "../errors/substitute";
import type { ClientContext } from "../http/http";
import type { ApiRequest, CallOptions } from "../http/requests";
import { graphqlRequest } from "../http/requests";
import { id, listOf } from "../values/fields";
import { type Endpoint, type EndpointInput, type Endpoints, settingsSchema } from "./types";
import { allVolumes, volumesOf } from "./volumes";

/*
 * The documents hold the values themselves: the platform documents a request body with `query` alone, and does not name
 * the input type that a variable would have to declare.
 */

type Setting = keyof EndpointInput;

const ALL = Object.keys(settingsSchema.shape) as Setting[];
/** Settings that the interface document does not name: the schema of an account may lack them. */
const NEWER: readonly Setting[] = [
  "gpuCount",
  "workersPFBTarget",
  "executionTimeoutMs",
  "allowedCudaVersions",
  "minCudaVersion",
  "networkVolumeIds",
];

const selectionOf = (settings: readonly Setting[]) =>
  `id ${settings.map((field) => (field === "networkVolumeIds" ? `${field} { networkVolumeId }` : field)).join(" ")} pods { desiredStatus }`;

/** A setting as a document writes it. */
function literalOf(field: Setting, value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (field !== "networkVolumeIds") return JSON.stringify(value.join());
  return `[${value.map((id) => `{ networkVolumeId: ${JSON.stringify(id)} }`).join(", ")}]`;
}

/** Volumes as both fields have them, which agree: the platform does not say which one a save goes by. */
function inBothForms(volumes: readonly string[]) {
  return { networkVolumeId: volumes[0] ?? null, networkVolumeIds: volumes };
}

/** Without an id it creates an endpoint. */
function saveDocument(settings: readonly Setting[], given: EndpointInput, id?: string): string {
  const volumes = given.networkVolumeIds && volumesOf("saveEndpoint", given);
  const input = { ...given, ...(volumes && inBothForms(volumes)) };
  const fields = settings.flatMap((field) => {
    const value = input[field];
    // The one value without quotes, so it must be a name and nothing else.
    const isEnum = field === "flashBootType" && /^[_A-Za-z]\w*$/.test(String(value));
    return value === undefined ? [] : [`${field}: ${isEnum ? value : literalOf(field, value)}`];
  });
  const all = id === undefined ? fields : [`id: ${JSON.stringify(id)}`, ...fields];
  return `mutation { saveEndpoint(input: { ${all.join(", ")} }) { ${selectionOf(settings)} } }`;
}

const endpointSchema: z.ZodType<Endpoint> = settingsSchema
  .extend({ id, pods: listOf(z.object({ desiredStatus: z.string().nullish() })) })
  .transform(({ pods, ...endpoint }) => ({
    ...endpoint,
    ...(endpoint.networkVolumeIds && inBothForms(allVolumes(endpoint))),
    workers: pods.filter(({ desiredStatus }) => desiredStatus === "RUNNING").length,
  }));

const listResponse = z.object({
  data: z.object({ myself: z.object({ endpoints: listingOf(endpointSchema) }) }),
});

const savedResponse = z.object({ data: z.object({ saveEndpoint: endpointSchema }) });

/** The pauses between reads of a list that lacks an existing endpoint, in milliseconds before they are scaled. */
const LAG_MS = [1_000, 2_000, 4_000];

/** Whether an endpoint exists; only a read of that endpoint proves it. */
type Existence = (id: string, options: CallOptions) => Promise<boolean>;

/**
 * Endpoints over GraphQL. The surface has no read of one endpoint: every read is the list, and REST proves that an
 * endpoint which the list lacks is gone.
 */
export class GraphqlEndpoints extends SharedList<Endpoint> implements Endpoints {
  readonly #context: ClientContext;
  readonly #exists: Existence;
  /** Those that the account's schema has. */
  #settings: readonly Setting[] = ALL;

  constructor(context: ClientContext, exists: Existence) {
    super(context);
    this.#context = context;
    this.#exists = exists;
  }

  async get(id: string, options: CallOptions = {}): Promise<Endpoint> {
    const { clock, timeScale } = this.#context;
    for (const pauseMs of [0, ...LAG_MS]) {
      if (pauseMs > 0) await clock.sleep(pauseMs * timeScale, options.signal);
      const endpoint = await this.find(id, { ...options, maxAgeMs: 0 });
      if (endpoint !== undefined) return endpoint;
      if (await this.#isGone(id, options)) throw gone("myself", id);
    }
    const sentence = `The list of endpoints leaves out endpoint ${id}, which exists`;
    throw new UnexpectedAnswerError({ operation: "myself", sentence, retryable: true });
  }

  /**
   * For an endpoint that the list lacks. With a key that may not use REST, the list decides; an unreadable response
   * proves nothing.
   */
  async #isGone(id: string, options: CallOptions): Promise<boolean> {
    const isRefused = (error: unknown) => isFinal(error) && !(error instanceof UnexpectedAnswerError);
    return !(await substitute(this.#exists(id, options), isRefused, false));
  }

  create(input: EndpointInput, options: CallOptions = {}): Promise<Endpoint> {
    return this.#save(input, (settings) =>
      graphqlRequest("saveEndpoint", saveDocument(settings, input), false, options),
    );
  }

  update(id: string, input: EndpointInput, options: CallOptions = {}): Promise<Endpoint> {
    const requestOf = (settings: readonly Setting[]) =>
      graphqlRequest("saveEndpoint", saveDocument(settings, input, id), true, options);
    return this.#unlessGone(id, "saveEndpoint", options, () => this.#save(input, requestOf));
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
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
      // The first attempt of a repeated delete that then finds nothing had succeeded.
      if (!(repeated && error instanceof NotFoundError)) throw error;
    }
  }

  protected override async load(signal: AbortSignal): Promise<Listing<Endpoint>> {
    const { http } = this.#context;
    const { data } = await this.#knownSettings((settings) => {
      const query = `query { myself { endpoints { ${selectionOf(settings)} } } }`;
      return http.json(graphqlRequest("myself", query, true, { signal }), listResponse);
    });
    return http.warned("endpoint", data.myself.endpoints);
  }

  protected override async findUnreadable(id: string, place: string): Promise<Endpoint> {
    throw new UnexpectedAnswerError({ operation: "myself", sentence: `Endpoint ${id} ${whyUnreadable({ place })}` });
  }

  #save(input: EndpointInput, requestOf: (settings: readonly Setting[]) => ApiRequest): Promise<Endpoint> {
    return this.write(async () => {
      const { http } = this.#context;
      const isNeeded = (setting: Setting) => input[setting] !== undefined;
      // What the schema lacks is refused by it, and never left out in silence.
      if (NEWER.some(isNeeded)) this.#settings = ALL;
      const { data } = await this.#knownSettings((settings) => http.json(requestOf(settings), savedResponse), isNeeded);
      return data.saveEndpoint;
    });
  }

  /**
   * Runs a document. A schema without a newer setting refuses it before any work, and gets it again without that one, unless
   * the program needs it.
   */
  async #knownSettings<T>(
    run: (settings: readonly Setting[]) => Promise<T>,
    isNeeded: (setting: Setting) => boolean = () => false,
  ): Promise<T> {
    const settings = this.#settings;
    try {
      return await run(settings);
    } catch (error) {
      const reasons = error instanceof RuleError ? [error.detail, ...error.errors] : [];
      const unknown = NEWER.filter((setting) => reasons.some((reason) => reason.includes(`"${setting}"`)));
      const known = settings.filter((setting) => !unknown.includes(setting));
      if (known.length === settings.length || unknown.some(isNeeded)) throw error;
      this.#settings = known;
      return await this.#knownSettings(run, isNeeded);
    }
  }

  /** Turns a refusal into `NotFoundError` when the endpoint is gone after it. */
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
