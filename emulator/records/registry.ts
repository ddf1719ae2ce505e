/** The credential itself is write-only, so the emulator does not store it. */
export interface Registry {
  readonly id: string;
  readonly name: string;
}

/** The permission to pull from one repository of Amazon's registry. */
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
