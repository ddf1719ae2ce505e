import { z } from "zod";
import { Problem, problems } from "../../http/problem";
import type { Call } from "../../http/route";
import { json } from "../../http/route";

const day = 86_400_000;

/** Undocumented keys pass, because the handler decides what an input may have. */
const body = z.looseObject({
  input: z.record(z.string(), z.unknown()),
  webhook: z.string().optional(),
  policy: z
    .looseObject({
      executionTimeout: z
        .int()
        .min(5000)
        .max(7 * day)
        .optional(),
      ttl: z
        .int()
        .min(10_000)
        .max(7 * day)
        .optional(),
      lowPriority: z.boolean().optional(),
    })
    .optional(),
  s3Config: z.record(z.string(), z.unknown()).optional(),
});

export type JobRequest = z.infer<typeof body>;

export const megabyte = 1_048_576;

/** Job operations have no schema errors of their own: every bad request is 400. */
export function jobRequest(call: Call, limit: number): JobRequest {
  if ((call.bytes?.length ?? 0) > limit) throw problems.tooLarge(limit);
  const parsed = body.safeParse(json(call));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join(".") ?? "";
  throw new Problem(400, where === "" ? "request body must be an object with input" : `${where} is missing or invalid`);
}

/** A query parameter in milliseconds; out of range is 400, never clamped. */
export function milliseconds(query: URLSearchParams, name: string, min: number, max: number): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw problems.rule(`${name} must be an integer from ${min} to ${max}`);
  return number;
}
