/** A secret without its value, which is write-only and therefore not kept. Times are milliseconds of platform time. */
export interface Secret {
  readonly id: string;
  readonly name: string;
  description: string | null;
  /** This and the others are absent where an emulator that knew secrets over GraphQL only has written the record. */
  readonly createdAt?: number;
  /** When the value was last set, by the create too. */
  valueSetAt?: number;
  /** When anything was last changed. */
  updatedAt?: number;
}
