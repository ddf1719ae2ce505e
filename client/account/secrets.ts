import * as z from "zod";
import type { ListingOptions } from "../collections/collection";
import { RestCollection } from "../collections/rest-collection";
import type { Listing } from "../http/answers/listing";
import type { ClientContext } from "../http/http";
import { id, nullableText, type Parsed, text } from "../wire/fields";
import { type RequestOf, row, rowsOf } from "../wire/rows";

const rows = {
  /**
   * Name of 1 to 191 characters, which is unique in the account and never changes. The name begins with a letter or `_`;
   * digits, `.`, `-` and `/` may follow. The beginning must not be `RUNPOD` in any letter case.
   */
  name: row(text, { create: "needed" }),
  /** Value of the secret. A value must not be empty, and must be shorter than 16 MiB in UTF-8. RunPod never returns the value. */
  value: row(z.string(), { create: "needed", update: "accepted", hidden: true }),
  /** Description of the secret, at most 65535 bytes in UTF-8. */
  description: row(nullableText, { create: "accepted", update: "accepted" }),
};
export const secretRows = rowsOf(rows);

export const secretSchema = z.object({
  id,
  ...secretRows.shape,
  /** Time of creation (RFC 3339). */
  createdAt: text,
  /** Time at which the value was last set, by the create or by a later change (RFC 3339). */
  valueLastUpdatedAt: nullableText,
});
/** A secret as RunPod reports it. RunPod never returns the value. */
export type Secret = Parsed<typeof secretSchema>;

/** Body of a `createSecret` request. Errors mask the value. */
export interface CreateSecret extends RequestOf<typeof rows, "create"> {}

/**
 * Body of an `updateSecret` request. The body needs at least one key. RunPod sets the value first and the description second,
 * so a failure in between leaves only the value changed.
 */
export interface UpdateSecret extends RequestOf<typeof rows, "update"> {}

/**
 * Secrets of the account. Environment values of pods, templates and endpoints refer to a secret with `{{ RUNPOD_SECRET_<name>
 * }}`. RunPod inserts the value when a container boots, so a running container keeps the former value.
 */
export class Secrets extends RestCollection<Secret, CreateSecret, UpdateSecret> {
  constructor(context: ClientContext) {
    const missing = "The API at this address is older than September 2026, so it has no secrets.";
    super({ path: "account/secrets", many: "secrets", one: "Secret", schema: secretSchema, missing }, context);
  }

  /** Returns all secrets. With `name`, returns only the secret of that name; RunPod ignores letter case. */
  override list(options: ListingOptions = {}): Promise<Secret[]> {
    return super.list(options);
  }

  override listing(options: ListingOptions = {}): Promise<Listing<Secret>> {
    return options.name === undefined ? super.listing(options) : this.load(options.signal, { name: options.name });
  }
}
