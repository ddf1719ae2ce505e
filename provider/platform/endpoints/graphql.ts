import type { CallOptions } from "../collection";
import { NotFoundError, RuleError } from "../errors";
import { graphqlRequest, sendGraphql, throwIfRefused } from "../graphql/request";
import type { Http } from "../http/http";
import type { ApiRequest } from "../http/message";
import type { Means } from "../means";
import { SHARED_FOR_MS, Snapshot } from "../snapshot";
import { listAnswer, savedAnswer } from "./answers";
import { deleteDocument, LIST, saveDocument } from "./documents";
import type { Endpoint, EndpointInput, Endpoints } from "./transport";

/** Endpoints over GraphQL, the one place that knows of it. The surface has no read of one: every read is the list. */
export class GraphqlEndpoints implements Endpoints {
  readonly #http: Http;
  readonly #snapshot: Snapshot<Endpoint[]>;
  readonly #maxAgeMs: number;

  constructor({ http, clock, timeScale }: Means) {
    this.#http = http;
    this.#maxAgeMs = SHARED_FOR_MS * timeScale;
    this.#snapshot = new Snapshot(async (signal) => {
      const request = documentRequest("myself", LIST, true, { signal });
      const { data } = http.parse(request, await sendGraphql(http, request), listAnswer);
      return data.myself.endpoints;
    }, clock);
  }

  async list({ signal }: CallOptions = {}): Promise<Endpoint[]> {
    return [...(await this.#snapshot.read(0, signal))];
  }

  async find(id: string, options: CallOptions & { maxAgeMs?: number } = {}): Promise<Endpoint | undefined> {
    const endpoints = await this.#snapshot.read(options.maxAgeMs ?? this.#maxAgeMs, options.signal);
    return endpoints.find((endpoint) => endpoint.id === id);
  }

  async get(id: string, options: CallOptions = {}): Promise<Endpoint> {
    const endpoint = await this.find(id, { ...options, maxAgeMs: 0 });
    if (endpoint === undefined) throw gone("myself", id);
    return endpoint;
  }

  create(input: EndpointInput, options: CallOptions = {}): Promise<Endpoint> {
    return this.#save(documentRequest("saveEndpoint", saveDocument(input), false, options));
  }

  update(id: string, input: EndpointInput, options: CallOptions = {}): Promise<Endpoint> {
    const request = documentRequest("saveEndpoint", saveDocument(input, id), true, options);
    return this.#unlessGone(id, request, () => this.#save(request));
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    const request = documentRequest("deleteEndpoint", deleteDocument(id), true, options);
    let repeated = false;
    const work = async () => {
      const answer = await this.#http.send(request);
      repeated = answer.repeated;
      throwIfRefused(this.#http, request, answer);
    };
    try {
      await this.#unlessGone(id, request, () => this.#snapshot.write(work));
    } catch (error) {
      // A delete that is repeated and then finds nothing has found its own work done.
      if (!(repeated && error instanceof NotFoundError)) throw error;
    }
  }

  /** Drops the shared list, for what it shows was changed over another surface. */
  forget(): void {
    this.#snapshot.forget();
  }

  #save(request: ApiRequest): Promise<Endpoint> {
    return this.#snapshot.write(async () => {
      const { data } = this.#http.parse(request, await sendGraphql(this.#http, request), savedAnswer);
      return data.saveEndpoint;
    });
  }

  /** Turns a refusal into `NotFoundError` when the endpoint is not in a list asked for after it. */
  async #unlessGone<R>(id: string, { operation, signal }: ApiRequest, work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RuleError && (await this.find(id, { signal, maxAgeMs: 0 })) === undefined) {
        throw gone(operation, id);
      }
      throw error;
    }
  }
}

function documentRequest(operation: string, query: string, idempotent: boolean, options: CallOptions): ApiRequest {
  return graphqlRequest({ ...options, operation, query, idempotent });
}

function gone(operation: string, id: string): NotFoundError {
  return new NotFoundError({ operation, sentence: `The account has no endpoint ${id}` });
}
