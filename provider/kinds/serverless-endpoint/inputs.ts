import { z } from "zod";
import { ENDPOINT_TYPES, FLASHBOOT_TYPES, SCALER_TYPES, ENDPOINT_DEFAULTS as unset } from "../../../client";
import type { Marks } from "../../creating/naming";
import type { CrossRule, InputsDefinition } from "../../planning/check";
import type { Values } from "../../planning/values";

/** The queue's fate and that of running jobs when the endpoint is deleted. */
const drainSchema = z.strictObject({
  queued: z
    .enum(["purge", "process", "refuse"])
    .optional()
    .describe(
      "Waiting jobs: `purge` removes them, `process` works them off first, `refuse` fails the delete. Default `purge`.",
    ),
  inProgress: z
    .enum(["wait", "abandon"])
    .optional()
    .describe("Running jobs: `wait` lets them finish, `abandon` does not wait for them. Default `wait`."),
});

const schema = z.strictObject({
  name: z.string().min(3).optional().describe("Default: the resource's name and a random suffix, kept across updates."),
  gpuIds: z
    .string()
    .min(1)
    .describe(
      "GPU pools, separated by commas, such as `AMPERE_16` or `ADA_24,AMPERE_24`; `-<GPU type>` excludes a card.",
    ),
  templateId: z.string().min(1).describe("Id of a serverless template. A template carries one endpoint at a time."),
  type: z
    .enum(ENDPOINT_TYPES)
    .optional()
    .describe(
      `\`QB\` takes jobs from a queue, \`LB\` balances requests. A change replaces the endpoint. Default \`${unset.type}\`.`,
    ),
  idleTimeout: z
    .int()
    .min(1)
    .max(3600)
    .optional()
    .describe("Seconds before an idle worker shuts down. Default: the platform's."),
  locations: z
    .string()
    .nullish()
    .describe("Regions such as `CZ,US`, or data centers such as `EU-RO-1`, separated by commas. Default: any."),
  flashBootType: z
    .enum(FLASHBOOT_TYPES)
    .optional()
    .describe("`FLASHBOOT` makes cold starts faster. Default: the platform's."),
  scalerType: z
    .enum(SCALER_TYPES)
    .optional()
    .describe("What adds workers: seconds a job waits, or jobs in hand. Default: the platform's."),
  scalerValue: z
    .int()
    .min(1)
    .optional()
    .describe("The scaler's target: seconds, or jobs a worker. Default: the platform's."),
  workersMin: z.int().min(0).optional().describe("Workers kept ready; 0 scales to nothing. Default: the platform's."),
  workersMax: z.int().min(0).optional().describe("Workers at most. Default: the platform's."),
  networkVolumeId: z
    .string()
    .min(1)
    .nullish()
    .describe("Id of a network volume mounted in every worker. Default: none."),
  drain: drainSchema.optional().describe("What happens to jobs when the endpoint is deleted."),
});

/** Inputs of a serverless endpoint: the wire's names, and what Podwright adds. */
export type ServerlessEndpointInputs = z.output<typeof schema> & Marks;

const rules: readonly CrossRule[] = [
  {
    touches: ["workersMin", "workersMax"],
    // Left out, either is the platform's to choose and to refuse.
    judge: ({ workersMin, workersMax }) =>
      Number(workersMin) > Number(workersMax)
        ? { path: ["workersMin"], message: "must not be greater than `workersMax`" }
        : undefined,
  },
  {
    touches: ["type", "scalerType"],
    judge: ({ type, scalerType }) =>
      type === "LB" && scalerType !== undefined && scalerType !== "REQUEST_COUNT"
        ? { path: ["scalerType"], message: "must be REQUEST_COUNT for a load-balancing endpoint (`type: LB`)" }
        : undefined,
  },
];

/** A load-balancing endpoint has one scaler to choose from. */
function withOnlyScaler(inputs: Values): Values {
  return inputs.type === "LB" && inputs.scalerType === undefined ? { ...inputs, scalerType: "REQUEST_COUNT" } : inputs;
}

export const serverlessEndpointInputs: InputsDefinition = {
  names: { gpuIds: "pools", locations: "places" },
  schema,
  rules,
  normalize: withOnlyScaler,
};
