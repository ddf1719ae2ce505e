import type { CallOptions } from "../collections/collection";
import { RestCollection } from "../collections/rest-collection";
import type { ClientContext } from "../http/context";
import type { Http } from "../http/http";
import { restRequest } from "../http/rest";
import {
  type CreateDelegation,
  type CreateRegistry,
  type Delegation,
  delegationSchema,
  type Registry,
  registrySchema,
} from "./registry-types";

/**
 * Registry credentials. The platform cannot update one: another password is another credential.
 * `delete` throws `RuleError` while a pod uses the credential; templates that name it lose it silently.
 */
export class Registries extends RestCollection<Registry, CreateRegistry, never> {
  readonly delegations: Delegations;

  constructor(context: ClientContext) {
    const names = ["Registry", "Registries"] as const;
    super({ path: "registries", wrapper: "registries", names, schema: registrySchema }, context);
    this.delegations = new Delegations(context.http);
  }
}

const PATH = ["registries", "delegations"];

/** The platform has no read of one delegation and no update. */
export class Delegations {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  async list(options: CallOptions = {}): Promise<Delegation[]> {
    const request = restRequest("listDelegations", "GET", PATH, options);
    const spec = { of: "delegation", under: "delegations", item: delegationSchema };
    return [...(await this.#http.list(request, spec)).items];
  }

  /** Never repeated once it may have reached the platform. */
  async create(body: CreateDelegation, options: CallOptions = {}): Promise<Delegation> {
    return await this.#http.json(restRequest("createDelegation", "POST", PATH, { ...options, body }), delegationSchema);
  }

  /** Throws `NotFoundError` when there is none. */
  async revoke(id: string, options: CallOptions = {}): Promise<void> {
    await this.#http.send(restRequest("revokeDelegation", "DELETE", [...PATH, id], options));
  }
}
