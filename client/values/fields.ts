import * as z from "zod";

/*
 * What the client insists on is what it cannot work without: ids, names of states, and that a field which is there has
 * its type. Everything else passes: unknown fields are dropped, unknown names of states kept, and what is absent or
 * null becomes the contract's word for "unset".
 */
export const id = z.string().min(1);
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
export const nullableText = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
export const nullableNumber = z
  .number()
  .nullish()
  .transform((value) => value ?? null);
export const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? []);
export const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);

/** Absent and null are the same to a reader. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}
