/** A secret. The value of a secret is write-only, so the emulator does not store it. Times are milliseconds of platform time. */
export interface Secret {
  readonly id: string;
  readonly name: string;
  description: string | null;
  /** Time of creation. The times are absent in state files of older emulators, which had secrets only over GraphQL. */
  readonly createdAt?: number;
  /** Time at which the value was last set. The create counts too. */
  valueSetAt?: number;
  /** Time of the last change. */
  updatedAt?: number;
}
