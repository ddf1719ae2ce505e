import type { CreateCluster } from "./cluster-request";

/** A cluster. Its pods refer to it. */
export interface Cluster {
  readonly id: string;
  name: string;
  readonly type: CreateCluster["type"];
  readonly compute: CreateCluster["compute"];
  /** Id of the template for its pods. */
  readonly template?: string | undefined;
  readonly dataCenterId: string;
  readonly network: { readonly cidr: string; readonly vxlanId: number; readonly vxlanPort: number };
  readonly createdAt: number;
}
