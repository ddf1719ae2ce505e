import type { CallOptions, Collection } from "../collection/collection";

/** A registry credential as the platform answers it (contract section 8): what signs in is never answered. */
export interface Registry {
  readonly id: string;
  readonly name: string;
}

/** Body of `createRegistry`. User name and password are masked in every error. */
export interface CreateRegistry {
  /** Whether it has to be unique in the account is not documented for this version; in the one before it had to. */
  readonly name: string;
  readonly username: string;
  readonly password: string;
}

/** Leave for the platform to pull from one repository of Amazon's registry. */
export interface Delegation {
  readonly id: string;
  readonly name: string | null;
  readonly delegatorUserId: string;
  /** AWS account. */
  readonly awsUser: string;
  readonly repository: string;
  readonly tag: string;
  readonly awsRegion: string;
  readonly dockerRegistryUri?: string | undefined;
  /** RFC 3339. */
  readonly createdAt: string;
}

/** Body of `createDelegation`. */
export interface CreateDelegation {
  /** The repository's ARN. */
  readonly resource: string;
  readonly name?: string | null | undefined;
}

/** The platform has no read of one delegation and no update. */
export interface Delegations {
  list(options?: CallOptions): Promise<Delegation[]>;
  /** Never repeated once it may have reached the platform. */
  create(body: CreateDelegation, options?: CallOptions): Promise<Delegation>;
  /** Throws `NotFoundError` when there is none. */
  revoke(id: string, options?: CallOptions): Promise<void>;
}

/**
 * Registry credentials, which cannot be updated: another password is another credential.
 * `delete` throws `RuleError` while a pod uses the credential; templates that name it lose it silently.
 */
export interface Registries extends Omit<Collection<Registry, CreateRegistry, never>, "update"> {
  readonly delegations: Delegations;
}
