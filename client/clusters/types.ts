import type { CallOptions, Collection } from "../collection/collection";
import type { Mounts } from "../pods/container";
import type { Pod, PodStatus } from "../pods/types";
import type { Open } from "../values/open";

export type ClusterType = "APPLICATION" | "TRAINING" | "SLURM" | "RAY";

export interface ClusterCompute {
  readonly gpuTypeId: string;
  /** At least 1. */
  readonly gpuCountPerPod: number;
  /** 2 to 250. */
  readonly podCount: number;
}

/** Pods that belong together (contract section 11). What is not known yet is absent. */
export interface Cluster {
  readonly id: string;
  readonly name: string;
  readonly type: Open<ClusterType>;
  readonly compute: ClusterCompute;
  readonly pods: { readonly total: number; readonly byStatus: Readonly<Record<string, number>> };
  readonly template?: string | undefined;
  readonly dataCenterId?: string | undefined;
  readonly network?:
    | { readonly cidr: string; readonly vxlanId?: number | undefined; readonly vxlanPort?: number | undefined }
    | undefined;
  readonly primary?:
    | { readonly podId: string; readonly status: Open<PodStatus>; readonly sshEndpoint?: string | undefined }
    | undefined;
  /** RFC 3339. */
  readonly createdAt: string;
}

/** Body of `createCluster`. The image must be one that needs no credential. */
export interface CreateCluster {
  readonly name: string;
  readonly type: ClusterType;
  readonly compute: ClusterCompute;
  readonly image?: string | undefined;
  readonly args?: string | undefined;
  /** GB. */
  readonly disk?: number | undefined;
  readonly ports?: readonly string[] | undefined;
  /** Its values are masked in every error. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly mounts?: Mounts | undefined;
  readonly dataCenterIds?: readonly string[] | undefined;
  readonly startSsh?: boolean | undefined;
  readonly startJupyter?: boolean | undefined;
}

/** Body of `updateCluster`: nothing else can change. */
export interface UpdateCluster {
  readonly name: string;
}

/** Clusters. `delete` ends the member pods too. */
export interface Clusters extends Collection<Cluster, CreateCluster, UpdateCluster> {
  /** The member pods, which the list of pods leaves out. */
  pods(id: string, options?: CallOptions): Promise<Pod[]>;
}
