import * as z from "zod";
import { RestCollection } from "../collections/rest-collection";
import { invalidCall } from "../errors/invalid-call";
import type { ClientContext } from "../http/http";
import { type CallOptions, restRequest } from "../http/requests";
import { count, id, open, optional, orUnset, type Parsed, text } from "../values/fields";
import type { ContainerSettingsInput, Mounts } from "./container";
import { type Pod, type PodStatus, podSchema } from "./types";

export type ClusterType = "APPLICATION" | "TRAINING" | "SLURM" | "RAY";

const computeSchema = z.object({
  gpuTypeId: z.string(),
  /** At least 1. */
  gpuCountPerPod: z.number(),
  /** 2 to 250. */
  podCount: z.number(),
});
export type ClusterCompute = Parsed<typeof computeSchema>;

const podCounts = z.object({
  total: count,
  byStatus: orUnset(z.record(z.string(), z.number()), (): Record<string, number> => ({})),
});

const clusterSchema = z.object({
  id,
  name: text,
  type: open<ClusterType>(text),
  compute: computeSchema,
  pods: orUnset(podCounts, (): z.output<typeof podCounts> => ({ total: 0, byStatus: {} })),
  template: optional(z.string()),
  dataCenterId: optional(z.string()),
  network: optional(z.object({ cidr: z.string(), vxlanId: optional(z.number()), vxlanPort: optional(z.number()) })),
  primary: optional(z.object({ podId: z.string(), status: open<PodStatus>(), sshEndpoint: optional(z.string()) })),
  /** RFC 3339. */
  createdAt: text,
});
/** Pods that belong together. Fields that are still unknown are absent. */
export type Cluster = Parsed<typeof clusterSchema>;

/** Body of `createCluster`. Without a template the image must be one that needs no credential. */
export interface CreateCluster extends Omit<ContainerSettingsInput, "registry"> {
  readonly name: string;
  readonly type: ClusterType;
  readonly compute: ClusterCompute;
  readonly mounts?: Mounts | undefined;
  /** A pod template for all pods, which then has every container setting and the mounts: the body has none of them. */
  readonly templateId?: string | undefined;
  readonly dataCenterIds?: readonly string[] | undefined;
  readonly startSsh?: boolean | undefined;
  readonly startJupyter?: boolean | undefined;
}

/** Body of `updateCluster`: only the name can change. */
export interface UpdateCluster {
  readonly name: string;
}

const TEMPLATE_SETTINGS = ["image", "args", "entrypoint", "cmd", "disk", "env", "ports", "mounts"] as const;

/** Clusters. `delete` ends the member pods too. */
export class Clusters extends RestCollection<Cluster, CreateCluster, UpdateCluster> {
  constructor(context: ClientContext) {
    const missing = "This platform has no clusters: it serves an interface from before August 2026.";
    super({ path: "clusters", many: "clusters", one: "Cluster", schema: clusterSchema, missing }, context);
  }

  override async create(body: CreateCluster, options: CallOptions = {}): Promise<Cluster> {
    const beside = TEMPLATE_SETTINGS.filter((name) => body[name] !== undefined);
    if (body.templateId !== undefined && beside.length > 0) {
      throw invalidCall("createCluster", `templateId cannot be given together with ${beside.join(", ")}`);
    }
    return await super.create(body, options);
  }

  /** The member pods, which the list of pods leaves out. */
  async pods(id: string, options: CallOptions = {}): Promise<Pod[]> {
    const request = restRequest("listClusterPods", "GET", ["clusters", id, "pods"], options);
    return [...(await this.http.list(request, { of: "pod", under: "pods", item: podSchema })).items];
  }
}
