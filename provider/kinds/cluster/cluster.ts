import * as z from "zod";
import { volumeReachable } from "../../planning/catalog/offers";
import { type CrossRule, needsOne, notTogether } from "../../planning/check";
import { oneCommand } from "../../planning/command";
import { declare, flag, type InputsOf, property } from "../../planning/declaration";
import { catalogName } from "../../planning/name";
import {
  type Conditional,
  ignored,
  live,
  recorded,
  replaces,
  startsOrStops,
  stateDifference,
} from "../../planning/rules";
import { valueAt } from "../../values/values";
import { commandRule, containerProperties, containerSchemas, generatedName, withoutEmptyMounts } from "../container";

const fixed = replaces("RunPod fixes it when it creates the cluster");
/** RunPod never reports these inputs of a cluster, and no request can change them in its pods. */
const unreported = { on: fixed, wire: "create" } as const;

const place: Conditional = {
  condition: "the cluster's data center is still one of them",
  when: ({ news: { dataCenterIds: ids }, state }) =>
    !Array.isArray(ids) || ids.length === 0 || ids.includes(state.dataCenterId),
  effect: recorded,
  otherwise: fixed,
};

const compute = z.strictObject({
  gpuTypeId: catalogName("gpuType").describe("GPU type, as the catalog names it, such as `NVIDIA H100 80GB HBM3`."),
  gpuCountPerPod: z.int().min(1).describe("GPUs of each pod."),
  podCount: z.int().min(2).max(250).describe("Pods, 2 to 250."),
});

const mounts = z.strictObject({
  network: z
    .array(
      z.strictObject({
        volumeId: z.string().min(1).describe("Id of a network volume in the cluster's data center."),
        path: z.string().min(1).describe("Where the containers see it."),
      }),
    )
    .max(1)
    .optional()
    .describe("At most one network volume, which all pods mount. An empty list means none."),
});

/** An image that needs a credential comes with a template. */
const { registry: _, ...container } = containerProperties(fixed, { wire: "create" });

const properties = {
  name: property(z.string().min(1).optional(), { doc: generatedName, on: live, wire: "create update read" }),
  type: property(z.enum(["APPLICATION", "TRAINING", "SLURM", "RAY"]), {
    doc: "System that RunPod prepares the pods for: `SLURM` and `RAY` give them the roles of these systems.",
    on: fixed,
    wire: "create read",
  }),
  compute: property(compute, {
    doc: "Hardware: every pod of a cluster is the same.",
    on: fixed,
    wire: "create read",
    consequential: true,
  }),
  dataCenterIds: property(z.array(catalogName("dataCenter")).optional(), {
    doc: "Data centers the cluster may be in; it is always in one. Empty lets RunPod choose.",
    on: place,
    unset: [],
    compare: "set",
    wire: "create",
  }),
  templateId: property(z.string().min(1).optional(), {
    doc: "Id of a pod template in the place of all container settings and mounts: the only way to a private image.",
    ids: { "": "template" },
    ...unreported,
  }),
  ...container,
  image: property(containerSchemas.image.optional(), unreported),
  // An import declares the disk, and leaving it out of the program must not replace the cluster.
  disk: property(containerSchemas.disk, {
    on: { add: fixed, change: fixed, remove: ignored("the disk stays as it is") },
    wire: "create",
  }),
  mounts: property(mounts.optional(), {
    doc: "Storage that outlives the cluster.",
    ids: { "network[0].volumeId": "network volume" },
    ...unreported,
  }),
  startSsh: flag("Gives every pod the account's public SSH keys. Default false.", { ...unreported }),
  startJupyter: flag("Starts Jupyter in every pod. Default false.", { ...unreported }),
  skipAwait: flag("Do not wait until every pod is RUNNING. Default false.", { on: recorded }),
};

export type ClusterInputs = InputsOf<typeof properties>;

const ofTheTemplate = ["image", "args", "entrypoint", "cmd", "disk", "ports", "env", "mounts"];

const rules: readonly CrossRule[] = [
  commandRule,
  needsOne("image", "templateId", "is required, or `templateId`"),
  ...ofTheTemplate.map((name) =>
    notTogether("templateId", name, "comes from the template: leave it out beside `templateId`"),
  ),
];

export const clusterDeclaration = declare({
  kind: "Cluster",
  costly: true,
  markerIn: "sealed name",
  properties,
  outputs: z.object({
    ready: z.boolean().describe("Whether every pod was RUNNING at the last operation."),
    dataCenterId: z.string().optional().describe("Where the cluster is."),
    network: z
      .object({
        cidr: z.string().describe("Addresses of the network."),
        vxlanId: z.int().optional().describe("Identifier of the network, once it has one."),
        vxlanPort: z.int().optional().describe("UDP port of the network, once it has one."),
      })
      .optional()
      .describe("The private network of the pods."),
    primaryPodId: z.string().optional().describe("The pod through which the cluster is driven."),
    sshEndpoint: z
      .string()
      .optional()
      .describe("`<host>:<port>` of SSH on the primary pod, if it exposes `22/tcp`. It changes with each start."),
    createdAt: z.string().describe("RFC 3339."),
  }),
  rules,
  catalogRules: [
    ({ dataCenterIds, mounts: requested }) => {
      const path = ["network", 0, "volumeId"];
      return volumeReachable({ dataCenterIds, volumeId: valueAt(requested, path) }, ["mounts", ...path]);
    },
  ],
  normalize: withoutEmptyMounts,
  ...oneCommand,
  stateDifferences: ({ news, state }) =>
    state.ready === false && news.skipAwait !== true
      ? [stateDifference("ready", "not every pod was RUNNING: they are awaited", startsOrStops)]
      : [],
  onReplace: ({ olds, news }) => {
    const [before, after] = [olds, news].map(({ mounts: one }) => one?.network?.[0]?.volumeId);
    return before !== undefined && before === after
      ? { deleteFirst: "two clusters must not write to one network volume" }
      : {};
  },
});
