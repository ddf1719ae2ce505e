import * as z from "zod";
import { JOB_BOUNDS } from "../../../client/jobs/bounds";
import { declare, type InputsOf, property } from "../../planning/declaration";
import { duration } from "../../planning/property-types";
import { type Effect, recorded, replaces, startsOrStops, stateDifference } from "../../planning/rules";
import { hasEnded } from "./readiness";

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max).optional();

/** Schemas that the resource and the function `runJob` share. */
export const jobSchemas = {
  endpointId: z.string().min(1).describe("Id of an endpoint with a queue (`type: QB`)."),
  input: z
    .record(z.string(), z.unknown())
    .refine((input) => Object.keys(input).length > 0, {
      message:
        "is empty, and RunPod's workers treat an empty input as missing: give at least one key, such as `ping: true`",
    })
    .describe("Input of the endpoint's handler, with at least one key."),
};

export const jobTimeout = duration.optional();

const policy = z.strictObject({
  executionTimeout: within(JOB_BOUNDS.executionTimeout).describe(
    "Longest running time in milliseconds, from 5000 to 604800000 (7 days). Default: the limit of the endpoint.",
  ),
  ttl: within(JOB_BOUNDS.ttl).describe(
    "Time in milliseconds after which RunPod removes the job, even if it has not finished, from 10000 to 604800000 (7 days). Default 86400000 (a day).",
  ),
  lowPriority: z
    .boolean()
    .optional()
    .describe("If true, RunPod adds no workers to the endpoint for this job. Default false."),
});

const properties = {
  endpointId: property(jobSchemas.endpointId, {
    on: replaces("the job runs on the new endpoint"),
    wire: "create",
    ids: { "": "endpoint" },
  }),
  input: property(jobSchemas.input, {
    doc: "Input of the endpoint's handler, with at least one key. The state shows the input in plain text, unless a part of it is secret.",
    on: replaces("the job runs again, with the new input"),
    wire: "create",
    echoedBy: ["input", "output"],
  }),
  triggers: property(z.array(z.unknown()).optional(), {
    doc: "Values that make the job run again when they change. Default: none.",
    on: replaces("the job runs again"),
    unset: [],
  }),
  timeout: property(jobTimeout, {
    doc: "How long Podwright waits for the end of the job, such as `30m`, including its time in the queue. Default: the time in `customTimeouts`, or `15m` without it.",
    on: recorded,
  }),
  webhook: property(z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional(), {
    doc: "URL to which RunPod posts the result when the job has ended. RunPod may post it several times. The posted body contains the URL, and Pulumi encrypts it in the state. Default: none.",
    on: recorded,
    wire: "create",
    secret: true,
  }),
  policy: property(policy.optional(), {
    doc: "Limits that RunPod applies to the job. Default: none.",
    on: recorded,
    unset: {},
    wire: "create",
  }),
};

export type JobInputs = InputsOf<typeof properties>;

export const jobDeclaration = declare({
  kind: "Job",
  ends: true,
  properties,
  outputs: z.object({
    status: z
      .string()
      .describe(
        "Status of the job: `COMPLETED` after a successful run, `EXPIRED` if RunPod no longer has the job, or the last known status.",
      ),
    output: z
      .unknown()
      .describe(
        "Result of the handler, or null if it returned nothing. The output is secret if `input` contains a secret.",
      ),
    delayTime: z.int().optional().describe("Milliseconds that the job waited for a worker."),
    executionTime: z.int().optional().describe("Milliseconds that the worker needed for the job."),
  }),
  // A refresh removes the engine's note of an interrupted wait.
  stateDifferences: ({ state: { status } }) =>
    typeof status !== "string" || status === "COMPLETED"
      ? []
      : [stateDifference("status", `is ${status}: Podwright waits for the end of the job`, continues(status))],
  // The old job has no output yet, and it could block the new job in the queue.
  onReplace: ({ state: { status } }) =>
    typeof status !== "string" || hasEnded(status)
      ? {}
      : { deleteFirst: "the job has not ended, so Podwright cancels it" },
});

function continues(status: string): Effect {
  return hasEnded(status) ? replaces(`it ended as ${status}: the job runs again`) : startsOrStops;
}
