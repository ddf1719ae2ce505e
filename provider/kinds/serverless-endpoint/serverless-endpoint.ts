import * as z from "zod";
import { ENDPOINT_TYPES, FLASHBOOT_TYPES, SCALER_TYPES, ENDPOINT_DEFAULTS as unset } from "../../../client";
import { factsOfSetting } from "../../../client/endpoints/settings";
import { parseDuration } from "../../../kernel/duration";
import type { Values } from "../../../kernel/values";
import { vcpusOffered } from "../../planning/catalog/offers";
import type { CrossRule } from "../../planning/check";
import { asClient, declare, flag, type InputsOf, property } from "../../planning/declaration";
import { first as firstRevision } from "../../planning/followed";
import { catalogName } from "../../planning/name";
import { choice, duration } from "../../planning/property-types";
import {
  type Change,
  type Difference,
  type Followed,
  live,
  recorded,
  renews,
  replaces,
  stateDifference,
} from "../../planning/rules";
import { containerSchemas, cudaVersion, generatedName, platformKeys } from "../container";
import { boundCpus, cpusSchema, hardwareInForm, hardwareRules, leastVcpus } from "./hardware";
import { modelReference, modelsInForm } from "./models";
import { volumeRule, volumesInForm, volumesInPlace } from "./volumes";

const wire = "create update read";

const otherFamily = replaces("an endpoint cannot change between GPUs and CPUs");
const ofOneFamily = { add: otherFamily, change: renews, remove: otherFamily };

/** Time after which RunPod deletes the result of an asynchronous job. */
const longestKeepMs = 30 * 60_000;

/** How long Podwright keeps a drained endpoint. */
export const keepForSchema = duration
  .refine((text) => !(parseDuration(text) > longestKeepMs), {
    message: "must be at most 30m, because RunPod then deletes the result of a job",
    when: ({ value }) => duration.safeParse(value).success,
  })
  .optional();

/** Treatment of jobs when Podwright deletes the endpoint. */
const drainSchema = z.strictObject({
  queued: choice(["process", "purge", "refuse"], {
    process: "The workers finish the waiting jobs.",
    purge: "Podwright removes the waiting jobs.",
    refuse: "The delete fails while jobs wait.",
  })
    .optional()
    .describe(
      "Treatment of waiting jobs: `process` lets the workers finish them, `purge` removes them, `refuse` makes the delete fail. Default `process`.",
    ),
  inProgress: choice(["wait", "abandon"], {
    wait: "Running jobs finish before the delete.",
    abandon: "The delete does not wait for running jobs.",
  })
    .optional()
    .describe(
      "Treatment of running jobs: `wait` lets them finish before the delete, `abandon` does not. Default `wait`.",
    ),
  keepFor: keepForSchema.describe(
    "How long Podwright keeps the drained endpoint for clients that fetch results, such as `10m`; at most `30m`. Default: Podwright deletes the endpoint immediately.",
  ),
});

const declared = {
  name: property(z.string().min(3).optional(), { doc: generatedName, on: live, generated: true, wire }),
  gpuIds: property(catalogName("pools").optional(), {
    doc: "GPU pools, separated by commas, such as `AMPERE_16` or `ADA_24,AMPERE_24`. `-<GPU type>` excludes a GPU type. An endpoint needs either `gpuIds` or `cpu`.",
    on: ofOneFamily,
    wire,
    consequential: true,
  }),
  cpu: property(cpusSchema.optional(), {
    doc: "CPU hardware, in place of `gpuIds`. RunPod chooses one of these CPUs for each worker.",
    on: ofOneFamily,
    wire,
    consequential: true,
  }),
  gpuCount: property(z.int().min(1).optional(), {
    doc: "Number of GPUs in each worker. Default: RunPod chooses.",
    on: renews,
    removed: 1,
    wire,
    consequential: true,
  }),
  allowedCudaVersions: property(z.array(catalogName("cudaVersion", cudaVersion)).optional(), {
    doc: "Exact CUDA versions that a worker's host may have. Alternative to `minCudaVersion`. Default: any version.",
    on: renews,
    unset: [],
    wire,
  }),
  minCudaVersion: property(cudaVersion.optional(), {
    doc: "Lowest CUDA version that a worker's host may have. Alternative to `allowedCudaVersions`. Default: 12.0 over GraphQL, any version over REST.",
    on: renews,
    removed: "",
    chosen: "12.0",
    wire,
  }),
  executionTimeoutMs: property(z.int().min(0).optional(), {
    doc: "Longest running time of a job, in milliseconds. Default 0: RunPod chooses the limit.",
    on: live,
    removed: unset.executionTimeoutMs,
    chosen: 0,
    wire,
  }),
  templateId: property(z.string().min(1), {
    doc: "Id of a serverless template. Only one endpoint can use a template at a time.",
    ids: { "": "template" },
    on: renews,
    wire,
    consequential: true,
    alsoChanges: ["templateRevision", "healthUrl"],
  }),
  env: property(containerSchemas.env, {
    doc: "Environment variables of the workers, which override variables of the template. Pulumi encrypts them in the state. Default: none.",
    on: renews,
    unset: {},
    platformKeys,
    wire,
    secret: true,
    alsoChanges: ["healthUrl"],
  }),
  type: property(
    choice(ENDPOINT_TYPES, {
      QB: "The endpoint takes jobs from a queue.",
      LB: "The endpoint balances HTTP requests.",
    }).optional(),
    {
      doc: `\`QB\` endpoints take jobs from a queue. \`LB\` endpoints balance HTTP requests. Default \`${unset.type}\`.`,
      on: replaces("RunPod cannot change the type of an existing endpoint"),
      unset: unset.type,
      wire,
    },
  ),
  idleTimeout: property(z.int().min(1).max(3600).optional(), {
    doc: "Seconds before an idle worker shuts down, from 1 to 3600. Default: RunPod chooses.",
    on: live,
    removed: unset.idleTimeout,
    wire,
  }),
  locations: property(catalogName("places", z.string()).nullish(), {
    doc: "Regions such as `CZ,US`, or data centers such as `EU-RO-1`, separated by commas. Default: any place.",
    on: renews,
    unset: null,
    wire,
  }),
  flashBootType: property(
    choice(FLASHBOOT_TYPES, {
      OFF: "RunPod's FlashBoot is off.",
      FLASHBOOT: "FlashBoot makes cold starts of workers faster.",
      PRIORITY_FLASHBOOT: "FlashBoot with priority.",
    }).optional(),
    {
      doc: "Mode for cold starts of workers. `FLASHBOOT` makes cold starts faster. Default: RunPod chooses.",
      on: renews,
      removed: unset.flashBootType,
      wire,
    },
  ),
  scalerType: property(
    choice(SCALER_TYPES, {
      QUEUE_DELAY: "The seconds that jobs wait decide.",
      REQUEST_COUNT: "The number of jobs decides.",
    }).optional(),
    {
      doc: "RunPod bases the number of workers on this measure: the seconds that jobs wait (`QUEUE_DELAY`) or the number of jobs (`REQUEST_COUNT`). Default: RunPod chooses.",
      on: live,
      removed: unset.scalerType,
      wire,
    },
  ),
  scalerValue: property(z.int().min(1).optional(), {
    doc: "Target of the scaler: seconds for `QUEUE_DELAY`, jobs per worker for `REQUEST_COUNT`. Default: RunPod chooses.",
    on: live,
    removed: unset.scalerValue,
    wire,
  }),
  workersMin: property(z.int().min(0).optional(), {
    doc: "Number of workers that always run. Default: RunPod chooses.",
    on: live,
    removed: unset.workersMin,
    wire,
    consequential: true,
    alsoChanges: ["ready"],
  }),
  workersMax: property(z.int().min(0).optional(), {
    doc: "Highest number of workers. Default: RunPod chooses.",
    on: live,
    removed: unset.workersMax,
    wire,
    consequential: true,
  }),
  networkVolumeId: property(z.string().min(1).nullish(), {
    doc: "Id of a network volume that every worker mounts. Default: none.",
    ids: { "": "network volume" },
    on: renews,
    unset: null,
    wire,
    consequential: true,
  }),
  networkVolumeIds: property(z.array(z.string().min(1)).optional(), {
    doc: "Ids of network volumes, at most one in each data center, in place of `networkVolumeId`. A worker mounts the volume of its data center. Default: none.",
    ids: { "": "network volume" },
    on: renews,
    unset: [],
    wire,
    consequential: true,
  }),
  modelReferences: property(z.array(modelReference).optional(), {
    doc: "Models of Hugging Face that RunPod keeps on its hosts for GPU workers, such as `https://huggingface.co/Qwen/Qwen3-8B:main`. RunPod replaces a branch with its present commit. Default: none.",
    on: renews,
    unset: [],
    wire,
    consequential: true,
  }),
  skipAwait: flag("If true, a create or an update does not wait until `workersMin` workers are ready. Default false.", {
    on: recorded,
  }),
  rollback: flag(
    "If true, Podwright restores the settings of the endpoint and its template if the workers do not become ready after an update. The update still fails. Default false.",
    { on: recorded },
  ),
  drain: property(drainSchema.optional(), {
    doc: "Treatment of the jobs when Podwright deletes the endpoint.",
    on: recorded,
    forDelete: true,
  }),
};

const properties = asClient(declared, factsOfSetting);

export type ServerlessEndpointInputs = InputsOf<typeof properties>;

const rules: readonly CrossRule[] = [
  ...hardwareRules,
  {
    touches: ["workersMin", "workersMax"],
    // RunPod chooses an absent number and may refuse the combination.
    judge: ({ workersMin, workersMax }) =>
      Number(workersMin) > Number(workersMax)
        ? { path: ["workersMin"], message: "must not be greater than `workersMax`" }
        : undefined,
  },
  volumeRule,
  {
    touches: ["type", "scalerType"],
    judge: ({ type, scalerType }) =>
      type === "LB" && scalerType !== undefined && scalerType !== "REQUEST_COUNT"
        ? { path: ["scalerType"], message: "must be REQUEST_COUNT for a load-balancing endpoint (`type: LB`)" }
        : undefined,
  },
];

/** Fills in the scaler of a load-balancing endpoint, which has only one possible scaler. */
function withOnlyScaler(inputs: Values): Values {
  return inputs.type === "LB" && inputs.scalerType === undefined ? { ...inputs, scalerType: "REQUEST_COUNT" } : inputs;
}

/** Returns the endpoint's template if the workers in the state run an earlier revision. */
export function renewedTemplate(change: Change<ServerlessEndpointInputs>): Followed | undefined {
  const { olds, news, state, followed } = change;
  const template = news.templateId === olds.templateId ? followed?.(String(news.templateId)) : undefined;
  return template?.revision === (state.templateRevision ?? firstRevision) ? undefined : template;
}

/** Returns differences that no input shows, because the workers have not reached their desired state. */
function unfinished(change: Change<ServerlessEndpointInputs>): Difference[] {
  const template = renewedTemplate(change);
  const isUnready = change.followed !== undefined && change.state.ready === false && change.news.skipAwait !== true;
  const { unfinishedDrain } = change.state;
  return [
    ...(typeof unfinishedDrain === "string"
      ? [stateDifference("workersMax", unfinishedDrain, live, ["workersMin", "ready"])]
      : []),
    ...(template === undefined ? [] : [stateDifference("templateRevision", renewal(template), live, ["healthUrl"])]),
    ...(isUnready
      ? [
          stateDifference(
            "ready",
            "its workers were not ready at the end of the last update: Podwright waits until they are ready",
            live,
          ),
        ]
      : []),
  ];
}

function renewal({ changed }: Followed): string {
  return `RunPod renews the workers: template changed (${changed.join(", ") || "by an earlier update"})`;
}

export const serverlessEndpointDeclaration = declare({
  kind: "ServerlessEndpoint",
  costly: true,
  markerIn: "sealed name",
  properties,
  outputs: z.object({
    url: z
      .string()
      .describe(
        "URL for requests. Append `/run`, `/runsync` or `/status/<job>` for `QB`, or a path of the workers for `LB`.",
      ),
    healthUrl: z.string().optional().describe("URL of the workers' health check, for an `LB` endpoint."),
    ready: z
      .boolean()
      .optional()
      .describe(
        "True if the workers were ready at the end of the last update. Absent if Podwright did not wait for workers.",
      ),
    templateRevision: z
      .int()
      .optional()
      .describe("Revision of the template that the workers run. Absent for a template outside the stack."),
  }),
  keeps: ["__served"],
  rules,
  catalogRules: [
    ({ cpu }) =>
      (Array.isArray(cpu) ? cpu : []).flatMap((one, index) =>
        vcpusOffered(one, ["cpu", index, "vcpuCount"], leastVcpus),
      ),
    volumesInPlace,
  ],
  bound: boundCpus,
  stateDifferences: unfinished,
  normalize: withOnlyScaler,
  inForm: (endpoint, declared) => modelsInForm(volumesInForm(hardwareInForm(endpoint), declared), declared),
  onReplace: ({ olds, news }) =>
    olds.templateId === news.templateId ? { deleteFirst: "only one endpoint at a time can use a template" } : {},
});
