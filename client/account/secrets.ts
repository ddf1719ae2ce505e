import * as z from "zod";
import type { ListingOptions } from "../collections/collection";
import type { Listing } from "../collections/listing";
import { RestCollection } from "../collections/rest-collection";
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
/** A secret as the platform reports it: without its value. */
export type Secret = Parsed<typeof secretSchema>;

/** Body of `createSecret`. Errors mask the value. */
export interface CreateSecret {
  /** 1 to 191 characters, beginning with a letter or `_`, then also digits, `.`, `-` and `/`; not `RUNPOD…` in any case. */
  readonly name: string;
  /** Less than 16 MiB as UTF-8, and not empty. The platform never returns it. */
  readonly value: string;
  /** At most 65535 bytes as UTF-8. */
  readonly description?: string | undefined;
}

/** Body of `updateSecret`: at least one key. The platform sets the value first and then the description, not both or none. */
export type UpdateSecret = Patch<Omit<CreateSecret, "name">>;

/**
 * Secrets of the account. Environment values of pods, templates and endpoints refer to one as `{{ RUNPOD_SECRET_<name> }}`,
 * which the platform replaces when a container boots: what runs keeps the former value.
 */
export class Secrets extends RestCollection<Secret, CreateSecret, UpdateSecret> {
  constructor(context: ClientContext) {
    const missing = "This platform has no secrets: it serves an interface from before September 2026.";
    super({ path: "account/secrets", many: "secrets", one: "Secret", schema: secretSchema, missing }, context);
  }

  /** With a name the secret of that name alone; the platform ignores letter case. */
  override list(options: ListingOptions = {}): Promise<Secret[]> {
    return super.list(options);
  }

  override listing(options: ListingOptions = {}): Promise<Listing<Secret>> {
    return options.name === undefined ? super.listing(options) : this.load(options.signal, { name: options.name });
  }
}
