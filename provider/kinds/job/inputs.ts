import { z } from "zod";
import type { Marks } from "../../creating/naming";
import type { InputsDefinition } from "../../planning/check";
import { duration } from "../../planning/durations";

const weekMs = 604_800_000;

/** What the resource and the function `runJob` both take. */
export const jobShape = {
  endpointId: z.string().min(1).describe("Id of the endpoint, which must have a queue (`type` is not `LB`)."),
  input: z.record(z.string(), z.unknown()).describe("What the endpoint's handler takes."),
};

export const jobTimeout = duration.optional();

const schema = z.strictObject({
  ...jobShape,
  triggers: z
    .array(z.unknown())
    .optional()
    .describe("Values of any kind; when one changes, the job runs again. Default: none."),
  timeout: jobTimeout.describe(
    "How long to wait for the job to end, such as `30m`; in the queue and at work together. Default: `customTimeouts`, else `10m`.",
  ),
  policy: z
    .strictObject({
      executionTimeout: z
        .int()
        .min(5_000)
        .max(weekMs)
        .optional()
        .describe("Longest run in milliseconds, 5000 to 604800000 (7 days). Default: the endpoint's."),
      ttl: z
        .int()
        .min(10_000)
        .max(weekMs)
        .optional()
        .describe(
          "Milliseconds after which the platform drops the job, finished or not, 10000 to 604800000. Default 86400000 (a day).",
        ),
      lowPriority: z.boolean().optional().describe("Adds no workers to the endpoint. Default false."),
    })
    .optional()
    .describe("The platform's bounds for the job. They hold from its next run on."),
});

/** Inputs of a job: the wire's names, when to run it again, and how long to wait. */
export type JobInputs = z.output<typeof schema> & Marks;

export const jobInputs: InputsDefinition = { schema, rules: [] };
