import { z } from "zod";

/** The account that everything belongs to. */
export const userId = "user_emulator";

/** A secret without its value, which is write-only and therefore not kept. */
export interface Secret {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export const discount = z.strictObject({
  discountFactor: z.number(),
  type: z.string(),
  expirationDate: z.iso.datetime().nullable(),
});
/** The account's discount for endpoints, which GraphQL shows. */
export type ServerlessDiscount = Readonly<z.infer<typeof discount>>;
