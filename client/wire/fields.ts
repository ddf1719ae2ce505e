import * as z from "zod";

/*
 * How the client reads responses. It requires ids, statuses, and the correct type of each present field. It drops unknown fields and
 * keeps unknown statuses. An absent or null field gets the value that RunPod documents for "unset".
 */

/** The output of a schema, read-only. */
export type Parsed<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

type Leaf = string | number | boolean | null | undefined | ((...args: never[]) => unknown);
type DeepReadonly<T> = unknown extends T ? T : T extends Leaf ? T : { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

/** A request in which every key is optional. */
export type Patch<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/**
 * A set of names that RunPod may extend. TypeScript suggests the known names and accepts unknown names. A `switch` over such a
 * name needs a `default`.
 */
export type Open<Known extends string> = Known | (string & Record<never, never>);

export function open<Known extends string>(schema: z.ZodType<string> = z.string()): z.ZodType<Open<Known>> {
  return schema;
}

/** Accepts an absent field and null, and replaces both with `unset()`. */
export function orUnset<Schema extends z.ZodType, Unset>(schema: Schema, unset: () => Unset) {
  return schema.nullish().transform((value) => value ?? unset());
}

/** Accepts an absent field and null, and reads both as `undefined`. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  // The outer `optional` keeps the key optional in the inferred type.
  return orUnset(schema, () => undefined).optional();
}

export const id = z.string().min(1);
export const text = orUnset(z.string(), () => "");
export const flag = orUnset(z.boolean(), () => false);
export const count = orUnset(z.number(), () => 0);
export const nullableText = orUnset(z.string(), () => null);
export const nullableNumber = orUnset(z.number(), () => null);

export function listOf<Schema extends z.ZodType>(item: Schema) {
  return orUnset(z.array(item), (): z.output<Schema>[] => []);
}

export const texts = listOf(z.string());
