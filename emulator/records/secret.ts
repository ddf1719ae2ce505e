/** A secret without its value: it is write-only, so the emulator does not store it. Times are milliseconds of platform time. */
export interface Secret {
  readonly id: string;
  readonly name: string;
  description: string | null;
  /** This and the following are absent in records of older emulators, which knew secrets over GraphQL only. */
  readonly createdAt?: number;
  /** When the value was last set, by the create too. */
  valueSetAt?: number;
  /** The time of the last change. */
  updatedAt?: number;
}
