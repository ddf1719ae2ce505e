import { z } from "zod";
import { Problem, problems } from "../../http/problem";
import type { Call } from "../../http/route";
import { json } from "../../http/route";
import { newer, withoutNewer } from "../../http/validation";

const day = 86_400_000;

/** Undocumented keys pass, because the handler decides which inputs are valid. */
const body = z.looseObject({
  input: z.record(z.string(), z.unknown()),
  webhook: newer(z.string().optional()),
  policy: newer(
    z
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
  ),
  s3Config: newer(z.record(z.string(), z.unknown()).optional()),
});

export type JobRequest = z.infer<typeof body>;

/** In the first description of the interface, a job request has only the input. */
const inputAlone = withoutNewer(body) as typeof body;

/** Job operations have no schema errors of their own: every bad request is 400. */
export function jobRequest(call: Call, limit: number): JobRequest {
  if ((call.bytes?.length ?? 0) > limit) throw problems.tooLarge(limit);
  const parsed = (call.strictInterface ? inputAlone : body).safeParse(json(call));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") throw new Problem(400, `${issue.keys.join(", ")} is not known`);
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
