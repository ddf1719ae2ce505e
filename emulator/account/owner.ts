/** The account everything belongs to. */
export const userId = "user_emulator";

/** What the account pays less for its endpoints, as GraphQL tells it (contract 13.1). */
export interface ServerlessDiscount {
  readonly discountFactor: number;
  readonly type: string;
  /** RFC 3339. */
  readonly expirationDate: string | null;
}
