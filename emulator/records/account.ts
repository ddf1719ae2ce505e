import * as z from "zod";

/** Id of the emulated account. */
export const userId = "user_emulator";

/** Balance at the start, in US dollars. */
export const openingCredit = 100;

export const discount = z.strictObject({
  discountFactor: z.number(),
  type: z.string(),
  expirationDate: z.iso.datetime().nullable(),
});
/** Discount of the account for endpoints. Only GraphQL shows the discount. */
export type ServerlessDiscount = Readonly<z.infer<typeof discount>>;
