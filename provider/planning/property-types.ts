import * as z from "zod";
import { CLOUDS } from "../../client";
import { durationForm, durationIn } from "../../kernel/duration";

/** An enumeration that says what each value means. Editors show the meanings in every language. */
export function choice<const Value extends string>(
  values: readonly Value[],
  meanings: Readonly<Record<Value, string>>,
): z.ZodEnum<{ [Name in Value]: Name }> {
  return z.enum(values).meta({ meanings });
}

/** RunPod's clouds. */
export const cloud = choice(CLOUDS, {
  SECURE: "RunPod's own data centers.",
  COMMUNITY: "Hosts of other owners.",
});

export const duration = z.string().refine((text) => durationIn(text) !== undefined, `must be ${durationForm}`);
