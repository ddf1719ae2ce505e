import * as z from "zod";
import { Problem, problems } from "../../http/problem";
import type { Call } from "../../http/route";
import { json } from "../../http/route";
import { newer, withoutNewer } from "../../http/validation";

const day = 86_400_000;

/** Accepts undocumented keys in the input, because the handler decides which inputs are valid. */
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

/** Request in RunPod's first API description, which has only `input`. */
const inputAlone = withoutNewer(body) as typeof body;

/** Reads the body of a job request. Every bad request is a 400, because job operations have no schema errors. */
export function jobRequest(call: Call, limit: number): JobRequest {
  if ((call.bytes?.length ?? 0) > limit) throw problems.tooLarge(limit);
  const parsed = (call.strictInterface ? inputAlone : body).safeParse(json(call));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") throw new Problem(400, `${issue.keys.join(", ")} is not a known property`);
  const where = issue?.path.join(".") ?? "";
  throw new Problem(400, where === "" ? "request body must be an object with input" : `${where} is missing or invalid`);
}

/** Reads a query parameter in milliseconds. A value out of range is a 400. */
export function milliseconds(query: URLSearchParams, name: string, min: number, max: number): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw problems.rule(`${name} must be an integer from ${min} to ${max}`);
  return number;
}
