import * as z from "zod";
import { podRows } from "../../../client/pods/scalars";
import { formatPath } from "../../../kernel/values";
import { asClient, declare, flag, type InputsOf, property } from "../../planning/declaration";
import { choice, duration } from "../../planning/property-types";
import {
  type Difference,
  grows,
  ignored,
  live,
  recorded,
  replaces,
  resets,
  restarts,
  startsOrStops,
  stateDifference,
} from "../../planning/rules";
import { commandInputs, oneCommand } from "../command";
import {
  containerProperties,
  containerSchemas,
  generatedName,
  persistentDeprecation,
  persistentMount,
  withoutEmptyMounts,
} from "../container";
import { readinessSchema } from "./answering";
import { podCatalogRules } from "./offers";
import { podOutputSchema } from "./outputs";
import { choiceSchemas, fallbackSchema, isPlacement, placement } from "./placement";
import { hasSettled, isOnItsWay } from "./readiness";
import { podRules } from "./rules";

const wire = "create update read";
const kindOfMount = { on: replaces("RunPod cannot change the kind of mount of an existing pod") };
const createOnly = replaces("RunPod accepts this input only when it creates a pod");

/** Schema of the network volume of a pod. */
export const networkMounts = z
  .array(
    z.strictObject({
      volumeId: z.string().min(1).describe("Id of a network volume in the pod's data center."),
      path: z.string().min(1).describe("Path of the mount in the container."),
    }),
  )
  .max(1)
  .optional()
  .describe("At most one network volume, which outlives the pod. Default: none.");

const mounts = z.strictObject({
  /** @deprecated The data is lost if the host fails. Use `network`. */
  persistent: persistentMount("Size in GB, at least 10. A smaller size replaces the pod.")
    .optional()
    .describe(
      "Disk on the host of a GPU pod. RunPod deprecates this disk, because the data is lost if the host fails: use `network`.",
    )
    .meta(persistentDeprecation),
  network: networkMounts,
});

/** RunPod's guides wait five to six minutes for a container before they give a pod up. */
export const defaultContainerTimeout = "6m";

/** Most pods that one create deletes because they have no container: each of them has cost money. */
export const mostReplaced = 3;

const declared = {
  name: property(z.string().min(1).optional(), { doc: generatedName, on: live, generated: true, wire }),
  ...containerProperties(resets, { wire }),
  image: property(containerSchemas.image.optional(), {
    doc: "Container image. Required without `templateId`.",
    on: { add: resets, change: resets, remove: ignored("the image stays as it is") },
    wire,
    consequential: true,
  }),
  mounts: property(mounts.optional(), {
    doc: "Storage that survives a restart: either `persistent` or `network`.",
    ids: { "network[0].volumeId": "network volume" },
    parts: {
      persistent: kindOfMount,
      "persistent.path": { on: resets },
      "persistent.size": {
        on: grows("mounts.persistent.size", resets, replaces("a persistent mount cannot shrink")),
      },
      network: kindOfMount,
      "network[0].volumeId": { on: replaces("a pod cannot change its network volume") },
      "network[0].path": { on: resets },
    },
    wire,
    consequential: true,
  }),
  gpu: property(choiceSchemas.gpu, {
    doc: "GPUs of the pod. A pod needs either `gpu` or `cpu`.",
    on: placement,
    parts: {
      id: { on: placement },
      count: { on: placement, unset: 1 },
      allowedCudaVersions: { on: createOnly, unset: [], compare: "set" },
      minCudaVersion: { on: createOnly },
      minRamPerGpu: { on: createOnly },
      minVcpuCountPerGpu: { on: createOnly },
    },
  }),
  cpu: property(choiceSchemas.cpu, {
    doc: "CPUs of the pod, in place of `gpu`.",
    on: placement,
    parts: { id: { on: placement }, vcpuCount: { on: placement } },
  }),
  cloud: property(choiceSchemas.cloud, { on: placement, unset: "SECURE", wire: "read", consequential: true }),
  dataCenterIds: property(choiceSchemas.dataCenterIds, {
    on: placement,
    unset: [],
  }),
  globalNetworking: flag(
    "If true, the pod gets an address in the account's private network. RunPod offers such addresses for NVIDIA GPUs in some data centers. Default false.",
    { on: restarts, wire: "create read" },
  ),
  templateId: property(z.string().min(1).optional(), {
    doc: "Id of a pod template. RunPod copies the template's settings when it creates the pod. Inputs of the pod override these settings.",
    on: ignored("RunPod copies the template only when it creates the pod"),
    wire: "create",
    shownBy: "template",
    ids: { "": "template" },
    fills: commandInputs,
  }),
  startSsh: flag("If true, RunPod starts an SSH server in the new pod. Default false.", {
    on: createOnly,
    wire: "create",
  }),
  startJupyter: flag("If true, RunPod starts Jupyter in the new pod. Default false.", {
    on: createOnly,
    wire: "create",
  }),
  locked: flag("If true, RunPod refuses to stop or reset the pod. RunPod still deletes a locked pod. Default false.", {
    on: live,
    wire: "update read",
  }),
  desiredStatus: property(
    choice(["RUNNING", "EXITED"], {
      RUNNING: "Podwright starts the pod.",
      EXITED: "Podwright stops the pod and keeps its volume disk.",
    }).default("RUNNING"),
    {
      doc: "Desired status. Podwright starts or stops the pod to reach it.",
      on: startsOrStops,
      unset: "RUNNING",
    },
  ),
  fallbacks: property(z.array(fallbackSchema).optional(), {
    doc: "Other hardware or places, which Podwright tries in order if RunPod has no capacity for the first choice. Default: none.",
    on: placement,
    unset: [],
  }),
  capacityTimeout: property(duration.optional(), {
    doc: "How long Podwright searches for capacity, such as `15m`. Default: Podwright tries each choice once.",
    on: recorded,
  }),
  readiness: property(readinessSchema.optional(), {
    doc: "Port that must answer before the pod counts as ready. Podwright connects from the machine that runs Pulumi. Default: the pod is ready when it runs.",
    on: recorded,
  }),
  skipAwait: flag("If true, a create or an update does not wait until the pod runs. Default false.", { on: recorded }),
  containerTimeout: property(duration.optional(), {
    doc: `How long a pod may be RUNNING without a container, such as \`20m\`. Podwright goes on waiting while the pod's log changes or cannot be read. Default \`${defaultContainerTimeout}\`.`,
    on: recorded,
  }),
  replaceStuck: flag(
    `If true, Podwright deletes a new pod that has no container after \`containerTimeout\`, and creates another pod, at most ${mostReplaced} times. Default false: \`pulumi up\` fails and keeps the pod.`,
    { on: recorded },
  ),
  allowDataLoss: flag(
    "If false, Podwright refuses a replacement that destroys the data of `mounts.persistent`. Default true: the preview warns of the loss.",
    { on: recorded, unset: true },
  ),
};

const properties = asClient(declared, podRows.factsOf);

/** Inputs of a pod: RunPod's inputs and Podwright's additions. */
export type PodInputs = InputsOf<typeof properties>;

export const podDeclaration = declare({
  kind: "Pod",
  costly: true,
  properties,
  outputs: podOutputSchema,
  rules: podRules,
  catalogRules: podCatalogRules,
  normalize: withoutEmptyMounts,
  markerIn: "environment",
  ...oneCommand,

  stateDifferences: ({ news, state }) =>
    typeof state.status === "string" && !hasSettled(state.status, news)
      ? [stateDifference("desiredStatus", correction(state.status, news), startsOrStops)]
      : [],

  notice: ({ path }, { news, state }) => {
    if (path[0] !== "desiredStatus") return undefined;
    if (news.desiredStatus === "EXITED") return "stops the pod, which loses all files outside its mounts";
    return isOnItsWay(state.status) ? `waits until the pod runs: it is ${state.status}` : "starts the pod";
  },

  onPlatform: ({ placement: place }) =>
    isPlacement(place)
      ? {
          gpu: place.gpu,
          cpu: place.cpu,
          cloud: place.cloud,
          dataCenterIds: place.dataCenterId === undefined ? undefined : [place.dataCenterId],
        }
      : {},

  onReplace: ({ olds, news }) => {
    const lost = olds.mounts?.persistent;
    if (lost !== undefined) {
      return {
        destroys: `replacing this pod loses data: the ${lost.size} GB of its persistent mount at ${lost.path} are on the pod's host, and the replacement destroys them`,
        ...(news.allowDataLoss === false ? { refusedUnless: "allowDataLoss: true" } : {}),
      };
    }
    const volume = olds.mounts?.network?.[0]?.volumeId;
    return volume !== undefined && news.mounts?.network?.[0]?.volumeId === volume
      ? { deleteFirst: "two pods must not write to one network volume" }
      : {};
  },

  refuseUpdate: ({ olds, news }, differences) => {
    const disturbing = differences.filter((difference) => disturbs(difference, news));
    return olds.locked === true && news.locked === true && disturbing.length > 0
      ? `the pod is locked, and changing ${disturbing.map(({ path }) => formatPath(path)).join(", ")} would stop or reset it. Set locked: false to allow the change`
      : undefined;
  },
});

/** Tells how an update corrects a pod that does not have the desired status. */
function correction(status: string, { desiredStatus = "RUNNING" }: Partial<PodInputs>): string {
  const isStopped = status === "EXITED" || status === "ERROR";
  const does =
    desiredStatus === "EXITED"
      ? "Podwright stops the pod"
      : isStopped
        ? "Podwright starts the pod"
        : "Podwright waits until the pod runs";
  return `is ${status}, not ${desiredStatus}: ${does}`;
}

/** Tells whether the lock forbids the change. A lock forbids a stop and a reset of a pod, but no start. */
function disturbs({ effect }: Difference, news: Partial<PodInputs>): boolean {
  if (effect.kind !== "update") return false;
  if (effect.impact === "action") return news.desiredStatus === "EXITED";
  return effect.impact === "reset" || effect.impact === "restart";
}
