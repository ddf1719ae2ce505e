/** What is known of a secret; its value is write-only, so it is not even kept. */
export interface Secret {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** What the account pays less for its endpoints, as GraphQL tells it (contract 13.1). */
export interface ServerlessDiscount {
  readonly discountFactor: number;
  readonly type: string;
  /** RFC 3339. */
  readonly expirationDate: string | null;
}
