import * as z from "zod";
import { isRecord } from "../../../kernel/values";
import { containerSchemas } from "../../kinds/container";
import { jobSchemas } from "../../kinds/job/job";
import { keepForSchema, serverlessEndpointDeclaration } from "../../kinds/serverless-endpoint/serverless-endpoint";
import { catalogName } from "../../planning/name";
import { duration } from "../../planning/property-types";
import type { ComponentDeclaration } from "../component";
import { patternOf } from "./accepted";
import { modelServerType } from "./npm-type";

/** A change of one of these inputs renews the workers in place, unless `blueGreenOn` names the input. */
const rollingInputs = [
  "model",
  "image",
  "env",
  "args",
  "disk",
  "registry",
  "allowedCudaVersions",
  "minCudaVersion",
  "flashBootType",
  "networkVolumeId",
] as const;

/** Inputs of the endpoint that the component sets itself. */
const decided = {
  ...{ name: true, templateId: true, type: true, cpu: true, networkVolumeId: true, networkVolumeIds: true },
  ...{ gpuIds: true, gpuCount: true, locations: true, env: true },
} as const;

const ofEndpoint = Object.fromEntries(
  Object.entries(serverlessEndpointDeclaration.inputs.schema.shape).filter(([name]) => !(name in decided)),
);

const { args, disk, registry } = containerSchemas;

const tests = ["equals", "matches", "present"] as const;

const conditionParts = z.strictObject({
  path: z
    .string()
    .optional()
    .describe("Path of a value in the answer, such as `[0].choices[0].tokens[0]`. Default: the whole answer."),
  equals: z.unknown().optional().describe("The value at `path` must equal this value."),
  matches: z
    .string()
    .refine((text) => patternOf(text) !== undefined, "must be a valid regular expression of JavaScript")
    .optional()
    .describe("The text at `path` must match this JavaScript regular expression."),
  present: z
    .boolean()
    .optional()
    .describe("If true, the answer must have a value at `path`. If false, the answer must have no value at `path`."),
});

const condition = conditionParts.refine((given) => tests.filter((test) => given[test] !== undefined).length === 1, {
  message: `needs exactly one of ${tests.join(", ")}`,
  when: ({ value }) => isRecord(value),
});

/** The component's own inputs, which none of its resources declares. */
export const ownInputs = z.strictObject({
  model: z
    .string()
    .optional()
    .describe(
      "Hugging Face model that the workers serve, such as `Qwen/Qwen2.5-7B-Instruct`, or a folder of the volume, such as `/runpod-volume/model`. The workers read it from the environment variable `MODEL_NAME`.",
    ),
  image: z
    .string()
    .optional()
    .describe("Container image of the workers. Default: an image with vLLM, which needs the input `model`."),
  env: z
    .record(z.string(), z.string())
    .optional()
    .describe("Environment variables of the workers. Pulumi encrypts them in the state."),
  gpuIds: catalogName("pools").describe(
    "GPU pool of the workers, such as `ADA_24`. A change of this input starts a blue/green deployment: Podwright creates a new endpoint and deletes the old one last.",
  ),
  gpuCount: z
    .int()
    .min(1)
    .optional()
    .describe(
      "Number of GPUs in each worker. A change of this input starts a blue/green deployment. Default: RunPod chooses the number.",
    ),
  fallbacks: z
    .array(catalogName("pools"))
    .optional()
    .describe(
      "Other GPU pools. RunPod tries them in order if the first pool has no capacity. A change of this input starts a blue/green deployment. Default: none.",
    ),
  locations: catalogName("places", z.string())
    .optional()
    .describe(
      "Data centers or regions of the workers, separated by commas. A change of this input starts a blue/green deployment. Default: the data center of `cache`; if `cache` is absent, RunPod chooses.",
    ),
  cache: z
    .strictObject({
      size: z
        .int()
        .min(10)
        .max(4096)
        .describe(
          "Size of the volume in GB, from 10 to 4096. If you increase the size, the volume grows and keeps its data.",
        ),
      dataCenter: catalogName("dataCenter").describe(
        "Data center of the volume, such as `EU-RO-1`. The workers run in the same data center. A change of this input starts a blue/green deployment.",
      ),
    })
    .optional()
    .describe("New network volume that keeps the workers' downloads. Default: none."),
  networkVolumeId: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Id of an existing network volume, in place of `cache`. The workers find it at `/runpod-volume`, keep their downloads there, and run in its data center. Default: none.",
    ),
  smokeTest: z
    .strictObject({
      input: jobSchemas.input.describe(
        "Input of the job. The job runs when the endpoint's workers are ready. If the job fails, the update fails.",
      ),
      timeout: duration
        .optional()
        .describe(
          "How long Podwright waits for the answer, such as `5m`. This time includes the time in the queue. Default `15m`.",
        ),
      accepts: z
        .array(condition)
        .optional()
        .describe("Conditions that the answer must meet. Default: every answer passes."),
    })
    .optional()
    .describe("Job that a new or changed endpoint must answer before the update succeeds. Default: no test."),
  keepFor: keepForSchema.describe(
    "How long Podwright keeps the drained endpoint for clients that fetch results, such as `10m`; at most `30m`. Default: Podwright deletes the drained endpoint immediately.",
  ),
  blueGreenOn: z
    .array(z.enum(rollingInputs))
    .optional()
    .describe(
      "Names of further inputs, such as `image`. A change of these inputs also starts a blue/green deployment. Default: only a change of the hardware starts it.",
    ),
});

export const modelServerDeclaration: ComponentDeclaration = {
  kind: "ModelServer",
  npmType: modelServerType,
  inputs: ownInputs.extend({ args, disk, registry, ...ofEndpoint }),
  outputs: z.object({
    url: z
      .string()
      .describe(
        "URL for jobs. To submit a job, append `/run` or `/runsync`. The URL leads to the old endpoint until the smoke test of the new endpoint passes.",
      ),
    openaiUrl: z.string().describe("URL for clients of the OpenAI API, if the image serves this API."),
    endpointId: z.string().describe("Id of the endpoint."),
    keyHint: z
      .string()
      .describe(
        "HTTP header that each call needs. The header contains the name of the environment variable that holds the key, not the key itself.",
      ),
  }),
  plain: ["gpuIds", "gpuCount", "fallbacks", "locations", "blueGreenOn"],
  secrets: ["env"],
};
