import { z } from "zod";

/** The id of the emulated account. */
export const userId = "user_emulator";

/** US dollars that the account has at its start. */
export const openingCredit = 100;

export const discount = z.strictObject({
  discountFactor: z.number(),
  type: z.string(),
  expirationDate: z.iso.datetime().nullable(),
});
/** The account's discount for endpoints, which GraphQL shows. */
export type ServerlessDiscount = Readonly<z.infer<typeof discount>>;
