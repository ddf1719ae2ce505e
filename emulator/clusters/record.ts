import type { CreateCluster } from "./requests";

/** Pods that belong together. Who its members are, the pods tell. */
export interface Cluster {
  readonly id: string;
  name: string;
  readonly type: CreateCluster["type"];
  readonly compute: CreateCluster["compute"];
  readonly dataCenterId: string;
  readonly network: { readonly cidr: string; readonly vxlanId: number; readonly vxlanPort: number };
  readonly createdAt: number;
}
