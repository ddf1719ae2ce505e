import * as z from "zod";
import { RestCollection } from "../collections/rest-collection";
import type { ClientContext, Http } from "../http/http";
import { type CallOptions, restRequest } from "../http/requests";
import { id, nullableText, optional, type Parsed, text } from "../wire/fields";
import { type RequestOf, row, rowsOf } from "../wire/rows";

const rows = {
  /**
   * Name of the credential. Version 1 of RunPod's API required a unique name; version 2 does not document whether the name must
   * be unique.
   */
  name: row(text, { create: "needed" }),
  username: row(z.string(), { create: "needed", hidden: true }),
  password: row(z.string(), { create: "needed", hidden: true }),
};
export const registryRows = rowsOf(rows);

const registrySchema = z.object({ id, ...registryRows.shape });
/** A registry credential as RunPod reports it. RunPod never returns the user name and the password. */
export type Registry = Parsed<typeof registrySchema>;

/** Body of a `createRegistry` request. Errors mask the user name and the password. */
export interface CreateRegistry extends RequestOf<typeof rows, "create"> {}

const delegationSchema = z.object({
  id,
  name: nullableText,
  delegatorUserId: text,
  /** Id of the AWS account. */
  awsUser: text,
  repository: text,
  tag: text,
  awsRegion: text,
  dockerRegistryUri: optional(z.string()),
  /** Time of creation (RFC 3339). */
  createdAt: text,
});
/** Permission for RunPod to pull from one repository of Amazon's registry. */
export type Delegation = Parsed<typeof delegationSchema>;

/** Body of a `createDelegation` request. */
export interface CreateDelegation {
  /**
   * Image that RunPod may pull, such as `123456789012.dkr.ecr.us-east-2.amazonaws.com/worker:1`. RunPod's documentation
   * calls this field an ARN, but RunPod refuses an ARN here.
   */
  readonly resource: string;
  readonly name?: string | null | undefined;
}

/**
 * Registry credentials of the account. REST v2 cannot update a credential: to change a password, create a new credential.
 * `delete` throws `RuleError` while a pod uses the credential. A template that uses the credential loses it, and RunPod reports
 * no error.
 */
export class Registries extends RestCollection<Registry, CreateRegistry, never> {
  readonly delegations: Delegations;

  constructor(context: ClientContext) {
    super({ path: "registries", many: "registries", one: "Registry", schema: registrySchema }, context);
    this.delegations = new Delegations(context.http);
  }
}

const PATH = ["registries", "delegations"];

/** Delegations of the account. RunPod can neither read a single delegation nor update it. */
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

  /** Creates a delegation. The client never repeats a create that may have reached RunPod. */
  async create(body: CreateDelegation, options: CallOptions = {}): Promise<Delegation> {
    return await this.#http.json(restRequest("createDelegation", "POST", PATH, { ...options, body }), delegationSchema);
  }

  /** Revokes a delegation. Throws `NotFoundError` if there is no such delegation. */
  async revoke(id: string, options: CallOptions = {}): Promise<void> {
    await this.#http.send(restRequest("revokeDelegation", "DELETE", [...PATH, id], options));
  }
}
