import * as z from "zod";
import { containerSchemas } from "../../kinds/container";
import { serverlessEndpointDeclaration } from "../../kinds/serverless-endpoint/serverless-endpoint";
import { catalogName } from "../../planning/name";
import { duration } from "../../values/durations";
import type { ComponentDeclaration } from "../component";
import { rollingInputs } from "./arguments";
import { modelServerType } from "./npm-type";

/** The component decides these inputs of its endpoint by itself. */
const decided = {
  ...{ name: true, templateId: true, type: true, cpu: true, networkVolumeId: true, networkVolumeIds: true },
  ...{ gpuIds: true, gpuCount: true, locations: true, env: true },
} as const;

const ofEndpoint = Object.fromEntries(
  Object.entries(serverlessEndpointDeclaration.inputs.schema.shape).filter(([name]) => !(name in decided)),
);

const { args, disk, registry } = containerSchemas;

const condition = z.strictObject({
  path: z
    .string()
    .optional()
    .describe("The place in the answer, such as `choices[0].text`. Default: the whole answer."),
  equals: z.unknown().optional().describe("The value there must be this."),
  matches: z.string().optional().describe("The text there must match this regular expression of JavaScript."),
  present: z.boolean().optional().describe("Whether there must be a value."),
});

/** The inputs that no resource of the component declares. */
export const ownInputs = z.strictObject({
  model: z
    .string()
    .optional()
    .describe("A model of Hugging Face, such as `Qwen/Qwen2.5-7B-Instruct`: the worker finds it in `MODEL_NAME`."),
  image: z
    .string()
    .optional()
    .describe("Container image of a worker. Default: an image with vLLM, which needs a `model`."),
  env: z.record(z.string(), z.string()).optional().describe("Environment of the workers. Secret in the state."),
  gpuIds: catalogName("pools").describe("The GPU pool of the workers, such as `ADA_24`. Another pool is blue/green."),
  gpuCount: z.int().min(1).optional().describe("GPUs of each worker. Default: RunPod's. Another number is blue/green."),
  fallbacks: z
    .array(catalogName("pools"))
    .optional()
    .describe(
      "Other GPU pools, which RunPod tries in order when the first has no capacity. Default: none. A change is blue/green.",
    ),
  locations: catalogName("places", z.string())
    .optional()
    .describe(
      "Data centers or regions, separated by commas. Default: the cache's data center, or any without a cache. A change is blue/green.",
    ),
  cache: z
    .strictObject({
      size: z.int().min(10).max(4096).describe("GB, 10 to 4096. It grows in place."),
      dataCenter: catalogName("dataCenter").describe(
        "The data center of the volume, such as `EU-RO-1`. The workers run there, too. Another data center is blue/green.",
      ),
    })
    .optional()
    .describe("A network volume for the workers' downloads. Default: none."),
  smokeTest: z
    .strictObject({
      input: z
        .record(z.string(), z.unknown())
        .describe("The job's input. The job runs when the endpoint serves; the update fails if the job does."),
      timeout: duration
        .optional()
        .describe("How long to wait for the answer, in the queue and at work. Default `15m`."),
      accepts: z
        .array(condition)
        .optional()
        .describe("Conditions that the answer must meet. Default: any answer is good."),
    })
    .optional()
    .describe("A job that the server must answer before it counts as deployed. Default: no test."),
  keepFor: duration
    .optional()
    .describe(
      "How long an endpoint stays without workers after its drain, so that clients can fetch results: at most `30m`, such as `10m`. Default: not at all.",
    ),
  blueGreenOn: z
    .array(z.enum(rollingInputs))
    .optional()
    .describe(
      "Names of inputs whose change is blue/green, as a change of the hardware is: `image`, for example. Default: none.",
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
        "The address for jobs: `/run`, `/runsync` and so on follow it. It stays the old endpoint's until the smoke test passes.",
      ),
    openaiUrl: z.string().describe("The address for clients of OpenAI's interface, if the worker has it."),
    endpointId: z.string().describe("Id of the endpoint."),
    keyHint: z
      .string()
      .describe("The header that a call needs. It names the variable with the key, and never the key."),
  }),
  plain: ["gpuIds", "gpuCount", "fallbacks", "locations", "blueGreenOn"],
  secrets: ["env"],
};
