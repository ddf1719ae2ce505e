import * as z from "zod";
import { clusterRows } from "../../../client/pods/clusters";
import { valueAt } from "../../../kernel/values";
import { volumeReachable } from "../../planning/catalog/offers";
import { type CrossRule, needsOne, notTogether } from "../../planning/check";
import { asClient, declare, flag, type InputsOf, property } from "../../planning/declaration";
import { catalogName } from "../../planning/name";
import { choice } from "../../planning/property-types";
import {
  type Conditional,
  ignored,
  live,
  recorded,
  replaces,
  startsOrStops,
  stateDifference,
} from "../../planning/rules";
import { oneCommand } from "../command";
import { commandRule, containerProperties, containerSchemas, generatedName, withoutEmptyMounts } from "../container";

const fixed = replaces("RunPod cannot change this input of an existing cluster");
/** RunPod never reports these inputs of a cluster, and no request can change them in its pods. */
const unreported = { on: fixed, wire: "create" } as const;

const place: Conditional = {
  condition: "the list still contains the cluster's data center",
  when: ({ news: { dataCenterIds: ids }, state }) =>
    !Array.isArray(ids) || ids.length === 0 || ids.includes(state.dataCenterId),
  effect: recorded,
  otherwise: fixed,
};

const compute = z.strictObject({
  gpuTypeId: catalogName("gpuType").describe("GPU type, such as `NVIDIA H100 80GB HBM3`."),
  gpuCountPerPod: z.int().min(1).describe("Number of GPUs in each pod."),
  podCount: z.int().min(2).max(250).describe("Number of pods, from 2 to 250."),
});

const mounts = z.strictObject({
  network: z
    .array(
      z.strictObject({
        volumeId: z.string().min(1).describe("Id of a network volume in the cluster's data center."),
        path: z.string().min(1).describe("Path of the mount in the containers."),
      }),
    )
    .max(1)
    .optional()
    .describe("At most one network volume, which all pods mount. Default: none."),
});

/** A cluster takes no registry credential. A private image needs a template. */
const { registry: _, ...container } = containerProperties(fixed, { wire: "create" });

const declared = {
  name: property(z.string().min(1).optional(), {
    doc: generatedName,
    on: live,
    generated: true,
    wire: "create update read",
  }),
  type: property(
    choice(["APPLICATION", "TRAINING", "SLURM", "RAY"], {
      APPLICATION: "Pods for an application.",
      TRAINING: "Pods for training.",
      SLURM: "RunPod gives each pod its role in Slurm.",
      RAY: "RunPod gives each pod its role in Ray.",
    }),
    {
      doc: "Kind of cluster. For `SLURM` and `RAY`, RunPod gives each pod its role in Slurm or Ray.",
      on: fixed,
      wire: "create read",
    },
  ),
  compute: property(compute, {
    doc: "Hardware of each pod. All pods of a cluster have the same hardware.",
    on: fixed,
    wire: "create read",
    consequential: true,
  }),
  dataCenterIds: property(z.array(catalogName("dataCenter")).optional(), {
    doc: "Data centers that may run the cluster. All pods run in one of these data centers. Default: RunPod chooses.",
    on: place,
    unset: [],
    wire: "create",
  }),
  templateId: property(z.string().min(1).optional(), {
    doc: "Id of a pod template, in place of all container settings and mounts. A private image needs a template, which names the registry credential.",
    ids: { "": "template" },
    ...unreported,
  }),
  ...container,
  image: property(containerSchemas.image.optional(), unreported),
  // An import declares the disk. A program that leaves it out must not replace the cluster.
  disk: property(containerSchemas.disk, {
    on: { add: fixed, change: fixed, remove: ignored("the disk stays as it is") },
    wire: "create",
  }),
  mounts: property(mounts.optional(), {
    doc: "Storage of the pods. The storage outlives the cluster.",
    ids: { "network[0].volumeId": "network volume" },
    ...unreported,
  }),
  startSsh: flag("If true, every pod gets the account's public SSH keys. Default false.", { ...unreported }),
  startJupyter: flag("If true, RunPod starts Jupyter in every pod. Default false.", { ...unreported }),
  skipAwait: flag("If true, a create or an update does not wait until every pod is RUNNING. Default false.", {
    on: recorded,
  }),
};

const properties = asClient(declared, clusterRows.factsOf);

export type ClusterInputs = InputsOf<typeof properties>;

const ofTheTemplate = ["image", "args", "entrypoint", "cmd", "disk", "ports", "env", "mounts"];

const rules: readonly CrossRule[] = [
  commandRule,
  needsOne("image", "templateId", "is required unless `templateId` is given"),
  ...ofTheTemplate.map((name) =>
    notTogether("templateId", name, "comes from the template: leave it out if you give `templateId`"),
  ),
];

export const clusterDeclaration = declare({
  kind: "Cluster",
  costly: true,
  markerIn: "sealed name",
  properties,
  outputs: z.object({
    ready: z.boolean().describe("True if every pod was RUNNING at the end of the last operation."),
    dataCenterId: z.string().optional().describe("Data center that runs the cluster."),
    network: z
      .object({
        cidr: z.string().describe("Address range of the network, in CIDR notation."),
        vxlanId: z.int().optional().describe("VXLAN identifier of the network."),
        vxlanPort: z.int().optional().describe("VXLAN UDP port of the network."),
      })
      .optional()
      .describe("Private network of the pods."),
    primaryPodId: z.string().optional().describe("Id of the pod that controls the cluster."),
    sshEndpoint: z
      .string()
      .optional()
      .describe(
        "SSH address of the primary pod, in the form `<host>:<port>`. Absent unless the pod exposes `22/tcp`. The address changes with each start.",
      ),
    createdAt: z.string().describe("Time of creation, in RFC 3339."),
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
      ? [
          stateDifference(
            "ready",
            "not every pod was RUNNING: Podwright waits until all pods are RUNNING",
            startsOrStops,
          ),
        ]
      : [],
  onReplace: ({ olds, news }) => {
    const [before, after] = [olds, news].map(({ mounts: one }) => one?.network?.[0]?.volumeId);
    return before !== undefined && before === after
      ? { deleteFirst: "two clusters must not write to one network volume" }
      : {};
  },
});
