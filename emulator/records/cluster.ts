import type { CreateCluster } from "./cluster-request";

/** A cluster. The member pods refer to their cluster. */
export interface Cluster {
  readonly id: string;
  name: string;
  readonly type: CreateCluster["type"];
  readonly compute: CreateCluster["compute"];
  /** Id of the template for the cluster's pods. */
  readonly template?: string | undefined;
  readonly dataCenterId: string;
  readonly network: { readonly cidr: string; readonly vxlanId: number; readonly vxlanPort: number };
  readonly createdAt: number;
}
