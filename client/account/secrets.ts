import * as z from "zod";
import type { ListingOptions } from "../collections/collection";
import { RestCollection } from "../collections/rest-collection";
import type { Listing } from "../http/answers/listing";
import type { ClientContext } from "../http/http";
import { id, nullableText, type Parsed, type Patch, text } from "../values/fields";

export const secretSchema = z.object({
  id,
  /** Fixed when the secret is created, and unique in the account. */
  name: text,
  description: nullableText,
  /** RFC 3339. */
  createdAt: text,
  /** When the value was last set, by the create or by a later change. RFC 3339. */
  valueLastUpdatedAt: nullableText,
});
/** A secret as RunPod reports it: without its value. */
export type Secret = Parsed<typeof secretSchema>;

/** Body of `createSecret`. Errors mask the value. */
export interface CreateSecret {
  /** 1 to 191 characters, beginning with a letter or `_`, then also digits, `.`, `-` and `/`; not `RUNPOD…` in any case. */
  readonly name: string;
  /** Less than 16 MiB as UTF-8, and not empty. RunPod never returns it. */
  readonly value: string;
  /** At most 65535 bytes as UTF-8. */
  readonly description?: string | undefined;
}

/** Body of `updateSecret`: at least one key. RunPod sets the value first and then the description, not both or none. */
export type UpdateSecret = Patch<Omit<CreateSecret, "name">>;

/**
 * Secrets of the account. Environment values of pods, templates and endpoints refer to a secret with
 * `{{ RUNPOD_SECRET_<name> }}`. RunPod inserts the value when a container boots: a running container keeps the former value.
 */
export class Secrets extends RestCollection<Secret, CreateSecret, UpdateSecret> {
  constructor(context: ClientContext) {
    const missing = "This platform has no secrets: it serves an interface from before September 2026.";
    super({ path: "account/secrets", many: "secrets", one: "Secret", schema: secretSchema, missing }, context);
  }

  /** With a name the secret of that name alone; RunPod ignores letter case. */
  override list(options: ListingOptions = {}): Promise<Secret[]> {
    return super.list(options);
  }

  override listing(options: ListingOptions = {}): Promise<Listing<Secret>> {
    return options.name === undefined ? super.listing(options) : this.load(options.signal, { name: options.name });
  }
}
