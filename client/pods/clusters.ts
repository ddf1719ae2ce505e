import * as z from "zod";
import { RestCollection } from "../collections/rest-collection";
import { invalidCall } from "../errors/invalid-call";
import type { ClientContext } from "../http/http";
import { type CallOptions, restRequest } from "../http/requests";
import { count, flag, id, open, optional, orUnset, type Parsed, text, texts } from "../wire/fields";
import { type RequestOf, row, rowsOf } from "../wire/rows";
import type { ContainerSettingsInput, Mounts } from "./container";
import { type Pod, type PodStatus, podSchema } from "./types";

export type ClusterType = "APPLICATION" | "TRAINING" | "SLURM" | "RAY";

const computeSchema = z.object({
  gpuTypeId: z.string(),
  /** Number of GPUs in each pod, at least 1. */
  gpuCountPerPod: z.number(),
  /** Number of pods, 2 to 250. */
  podCount: z.number(),
});
export type ClusterCompute = Parsed<typeof computeSchema>;

const podCounts = z.object({
  total: count,
  byStatus: orUnset(z.record(z.string(), z.number()), (): Record<string, number> => ({})),
});

/** One row for each field that has the same form in requests and responses, or that only a request contains. */
const rows = {
  name: row(text, { create: "needed", update: "needed" }),
  type: row(open<ClusterType>(text), { create: "needed" }),
  compute: row(computeSchema, { create: "needed" }),
  dataCenterIds: row(texts, { create: "accepted", hidden: true, compare: "set" }),
  startSsh: row(flag, { create: "accepted", hidden: true }),
  startJupyter: row(flag, { create: "accepted", hidden: true }),
};
export const clusterRows = rowsOf(rows);

const clusterSchema = z.object({
  id,
  ...clusterRows.shape,
  pods: orUnset(podCounts, (): z.output<typeof podCounts> => ({ total: 0, byStatus: {} })),
  template: optional(z.string()),
  dataCenterId: optional(z.string()),
  network: optional(z.object({ cidr: z.string(), vxlanId: optional(z.number()), vxlanPort: optional(z.number()) })),
  primary: optional(z.object({ podId: z.string(), status: open<PodStatus>(), sshEndpoint: optional(z.string()) })),
  /** Time of creation (RFC 3339). */
  createdAt: text,
});
/** A cluster of pods. Fields without a known value are absent. */
export type Cluster = Parsed<typeof clusterSchema>;

/** Body of a `createCluster` request. Without a template, the image must not need a credential. */
export interface CreateCluster extends Omit<ContainerSettingsInput, "registry">, RequestOf<typeof rows, "create"> {
  readonly mounts?: Mounts | undefined;
  /**
   * Id of a pod template for all pods. The template determines the container and the mounts, so the body must not contain these
   * settings.
   */
  readonly templateId?: string | undefined;
}

/** Body of an `updateCluster` request. Only the name can change. */
export interface UpdateCluster extends RequestOf<typeof rows, "update"> {}

const TEMPLATE_SETTINGS = ["image", "args", "entrypoint", "cmd", "disk", "env", "ports", "mounts"] as const;

/** Clusters. `delete` also deletes the member pods. */
export class Clusters extends RestCollection<Cluster, CreateCluster, UpdateCluster> {
  constructor(context: ClientContext) {
    const missing = "The API at this address is older than August 2026, so it has no clusters.";
    super({ path: "clusters", many: "clusters", one: "Cluster", schema: clusterSchema, missing }, context);
  }

  override async create(body: CreateCluster, options: CallOptions = {}): Promise<Cluster> {
    const beside = TEMPLATE_SETTINGS.filter((name) => body[name] !== undefined);
    if (body.templateId !== undefined && beside.length > 0) {
      throw invalidCall("createCluster", `templateId cannot be given together with ${beside.join(", ")}`);
    }
    return await super.create(body, options);
  }

  /** Returns the member pods. The list of pods leaves the members of clusters out. */
  async pods(id: string, options: CallOptions = {}): Promise<Pod[]> {
    const request = restRequest("listClusterPods", "GET", ["clusters", id, "pods"], options);
    return [...(await this.http.list(request, { of: "pod", under: "pods", item: podSchema })).items];
  }
}
