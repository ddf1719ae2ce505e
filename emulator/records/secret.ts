import * as z from "zod";
import { type FieldsOf, field, fieldsOf } from "./fields";

export const longestValue = 16_777_216;
const value = z.string().min(1).refine(isShort, `maxLength: want ${longestValue}`);
const name = z
  .string()
  .min(1)
  .max(191)
  .regex(/^[a-zA-Z_][a-zA-Z0-9_.\-/]*$/);

export const secretFields = fieldsOf({
  name: field(name, { create: "needed" }),
  value: field(value, { create: "needed", update: "accepted", writeOnly: true }),
  description: field(z.string(), { unset: null, create: "accepted", update: "accepted" }),
});

/** A secret. Times are milliseconds of platform time. */
export interface Secret extends FieldsOf<typeof secretFields> {
  readonly id: string;
  /** Time of creation. The times are absent in state files of older emulators, which had secrets only over GraphQL. */
  readonly createdAt?: number;
  /** Time at which the value was last set. The create counts too. */
  valueSetAt?: number;
  /** Time of the last change. */
  updatedAt?: number;
}

/** Whether the value is within the limit. The limit counts characters, and JavaScript's `length` counts some characters twice. */
function isShort(value: string): boolean {
  return value.length <= longestValue || [...value].length <= longestValue;
}
