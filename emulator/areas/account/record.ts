/** A secret without its value, which is write-only and therefore not kept. */
export interface Secret {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** The account's discount for endpoints, which GraphQL shows. */
export interface ServerlessDiscount {
  readonly discountFactor: number;
  readonly type: string;
  /** RFC 3339. */
  readonly expirationDate: string | null;
}
