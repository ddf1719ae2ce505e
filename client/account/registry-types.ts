import * as z from "zod";
import { id, nullableText, optional, type Parsed, text } from "../values/fields";

export const registrySchema = z.object({ id, name: text });
/** A registry credential as the platform reports it: without the user name and password. */
export type Registry = Parsed<typeof registrySchema>;

/** Body of `createRegistry`. Errors mask the user name and password. */
export interface CreateRegistry {
  /** Version 1 of the platform's API required a unique name; version 2 does not document whether it does. */
  readonly name: string;
  readonly username: string;
  readonly password: string;
}

export const delegationSchema = z.object({
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
/** Permission for the platform to pull from one repository of Amazon's registry. */
export type Delegation = Parsed<typeof delegationSchema>;

/** Body of `createDelegation`. */
export interface CreateDelegation {
  /** The repository's ARN. */
  readonly resource: string;
  readonly name?: string | null | undefined;
}
