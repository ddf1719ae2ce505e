import * as z from "zod";
import { JOB_BOUNDS } from "../../../client/jobs/bounds";
import { declare, type InputsOf, property } from "../../planning/declaration";
import { type Effect, recorded, replaces, startsOrStops, stateDifference } from "../../planning/rules";
import { duration } from "../../values/durations";
import { hasEnded } from "./readiness";

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max).optional();

/** Schemas that the resource and the function `runJob` share. */
export const jobSchemas = {
  endpointId: z.string().min(1).describe("Id of the endpoint, which must have a queue (`type` is not `LB`)."),
  input: z
    .record(z.string(), z.unknown())
    .refine((input) => Object.keys(input).length > 0, {
      message:
        "is empty, and RunPod's workers take an empty input for a missing one: give at least one key, such as `ping: true`",
    })
    .describe("The input of the endpoint's handler, at least one key."),
};

export const jobTimeout = duration.optional();

const policy = z.strictObject({
  executionTimeout: within(JOB_BOUNDS.executionTimeout).describe(
    "Longest run in milliseconds, 5000 to 604800000 (7 days). Default: the endpoint's.",
  ),
  ttl: within(JOB_BOUNDS.ttl).describe(
    "Milliseconds after which RunPod drops the job, finished or not, 10000 to 604800000. Default 86400000 (a day).",
  ),
  lowPriority: z.boolean().optional().describe("Adds no workers to the endpoint. Default false."),
});

const properties = {
  endpointId: property(jobSchemas.endpointId, {
    on: replaces("the job runs on the other endpoint"),
    wire: "create",
    ids: { "": "endpoint" },
  }),
  input: property(jobSchemas.input, {
    doc: "The input of the endpoint's handler, at least one key. In clear in the state and in `--diff`; if a part of it is secret, the whole input is secret.",
    on: replaces("the job runs again, with the new input"),
    wire: "create",
    echoedBy: ["input", "output"],
  }),
  triggers: property(z.array(z.unknown()).optional(), {
    doc: "Values of any kind; when one changes, the job runs again. Default: none.",
    on: replaces("the job runs again"),
    unset: [],
  }),
  timeout: property(jobTimeout, {
    doc: "How long to wait for the job to end, such as `30m`; in the queue and at work. Default: `customTimeouts`, or `15m` without them.",
    on: recorded,
  }),
  policy: property(policy.optional(), {
    doc: "RunPod's limits for the job. They apply from its next run.",
    on: recorded,
    unset: {},
    wire: "create",
  }),
};

export type JobInputs = InputsOf<typeof properties>;

export const jobDeclaration = declare({
  kind: "Job",
  properties,
  outputs: z.object({
    status: z
      .string()
      .describe(
        "`COMPLETED`. Of a job whose wait was interrupted: its last known status, or `EXPIRED` when RunPod no longer knew it.",
      ),
    output: z.unknown().describe("Result of the handler, null for none. Secret where `input` holds a secret."),
    delayTime: z.int().optional().describe("Milliseconds it waited for a worker."),
    executionTime: z.int().optional().describe("Milliseconds of work."),
  }),
  // A refresh removes the engine's note of an interrupted wait.
  stateDifferences: ({ state: { status } }) =>
    typeof status !== "string" || status === "COMPLETED"
      ? []
      : [stateDifference("status", `is ${status}: this waits for its end`, continues(status))],
  // The old job could block the new one in the queue, and has no output yet.
  onReplace: ({ state: { status } }) =>
    typeof status !== "string" || hasEnded(status) ? {} : { deleteFirst: "the job has not ended: it is cancelled" },
});

function continues(status: string): Effect {
  return hasEnded(status) ? replaces(`it ended as ${status}: the job runs again`) : startsOrStops;
}
