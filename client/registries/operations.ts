import * as z from "zod";
import type { CallOptions } from "../collection/collection";
import { RestCollection } from "../collection/rest-collection";
import type { Http } from "../http/http";
import { restRequest } from "../http/rest";
import type { Means } from "../means";
import { id, nullableText, optional, text } from "../values/fields";
import type { CreateDelegation, CreateRegistry, Delegation, Delegations, Registries, Registry } from "./types";

const registryAnswer: z.ZodType<Registry> = z.object({ id, name: text });

const delegationAnswer: z.ZodType<Delegation> = z.object({
  id,
  name: nullableText,
  delegatorUserId: text,
  awsUser: text,
  repository: text,
  tag: text,
  awsRegion: text,
  dockerRegistryUri: optional(z.string()),
  createdAt: text,
});

export class RestRegistries extends RestCollection<Registry, CreateRegistry, never> implements Registries {
  readonly delegations: Delegations;

  constructor(options: Means) {
    const names = ["Registry", "Registries"] as const;
    super({ path: "registries", wrapper: "registries", names, answer: registryAnswer }, options);
    this.delegations = new RestDelegations(options.http);
  }
}

class RestDelegations implements Delegations {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  async list(options: CallOptions = {}): Promise<Delegation[]> {
    const request = restRequest("listDelegations", "GET", ["registries", "delegations"], options);
    const asked = { of: "delegation", under: "delegations", item: delegationAnswer };
    return [...(await this.#http.list(request, asked)).items];
  }

  async create(body: CreateDelegation, options: CallOptions = {}): Promise<Delegation> {
    const request = restRequest("createDelegation", "POST", ["registries", "delegations"], { ...options, body });
    return await this.#http.json(request, delegationAnswer);
  }

  async revoke(id: string, options: CallOptions = {}): Promise<void> {
    await this.#http.send(restRequest("revokeDelegation", "DELETE", ["registries", "delegations", id], options));
  }
}
