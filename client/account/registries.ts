import * as z from "zod";
import { RestCollection } from "../collections/rest-collection";
import type { ClientContext, Http } from "../http/http";
import { type CallOptions, restRequest } from "../http/requests";
import { id, nullableText, optional, type Parsed, text } from "../values/fields";

const registrySchema = z.object({ id, name: text });
/** A registry credential as RunPod reports it: without the user name and password. */
export type Registry = Parsed<typeof registrySchema>;

/** Body of `createRegistry`. Errors mask the user name and password. */
export interface CreateRegistry {
  /** Version 1 of RunPod's API required a unique name; version 2 does not document whether it does. */
  readonly name: string;
  readonly username: string;
  readonly password: string;
}

const delegationSchema = z.object({
  id,
  name: nullableText,
  delegatorUserId: text,
  /** AWS account. */
  awsUser: text,
  repository: text,
  tag: text,
  awsRegion: text,
  dockerRegistryUri: optional(z.string()),
  /** RFC 3339. */
  createdAt: text,
});
/** Permission for RunPod to pull from one repository of Amazon's registry. */
export type Delegation = Parsed<typeof delegationSchema>;

/** Body of `createDelegation`. */
export interface CreateDelegation {
  /** The image, such as `123456789012.dkr.ecr.us-east-2.amazonaws.com/worker:1`. RunPod calls it an ARN, and refuses one. */
  readonly resource: string;
  readonly name?: string | null | undefined;
}

/**
 * Registry credentials. REST v2 has no update of one: another password is another credential.
 * `delete` throws `RuleError` while a pod uses the credential; templates that name it lose it silently.
 */
export class Registries extends RestCollection<Registry, CreateRegistry, never> {
  readonly delegations: Delegations;

  constructor(context: ClientContext) {
    super({ path: "registries", many: "registries", one: "Registry", schema: registrySchema }, context);
    this.delegations = new Delegations(context.http);
  }
}

const PATH = ["registries", "delegations"];

/** RunPod has no read of one delegation and no update. */
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

  /** The client never repeats a create that may have reached RunPod. */
  async create(body: CreateDelegation, options: CallOptions = {}): Promise<Delegation> {
    return await this.#http.json(restRequest("createDelegation", "POST", PATH, { ...options, body }), delegationSchema);
  }

  /** Throws `NotFoundError` when there is none. */
  async revoke(id: string, options: CallOptions = {}): Promise<void> {
    await this.#http.send(restRequest("revokeDelegation", "DELETE", [...PATH, id], options));
  }
}
