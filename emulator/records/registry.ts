/** A registry credential. User name and password are write-only, so the emulator does not store them. */
export interface Registry {
  readonly id: string;
  readonly name: string;
}

/** Permission to pull from one repository of Amazon's registry. */
export interface Delegation {
  readonly id: string;
  readonly name: string | null;
  readonly delegatorUserId: string;
  readonly awsUser: string;
  readonly repository: string;
  readonly tag: string;
  readonly awsRegion: string;
  readonly dockerRegistryUri: string;
  readonly createdAt: string;
}
