import * as z from "zod";
import type { CallOptions } from "../collection/collection";
import { RestCollection } from "../collection/rest-collection";
import { restRequest } from "../http/rest";
import type { Means } from "../means";
import { podAnswer } from "../pods/responses";
import type { Pod } from "../pods/types";
import { count, id, optional, text } from "../values/fields";
import type { Cluster, Clusters, CreateCluster, UpdateCluster } from "./types";

const clusterAnswer: z.ZodType<Cluster> = z.object({
  id,
  name: text,
  type: text,
  compute: z.object({ gpuTypeId: z.string(), gpuCountPerPod: z.number(), podCount: z.number() }),
  pods: z
    .object({ total: count, byStatus: optional(z.record(z.string(), z.number())).transform((value) => value ?? {}) })
    .nullish()
    .transform((value) => value ?? { total: 0, byStatus: {} }),
  template: optional(z.string()),
  dataCenterId: optional(z.string()),
  network: optional(z.object({ cidr: z.string(), vxlanId: optional(z.number()), vxlanPort: optional(z.number()) })),
  primary: optional(z.object({ podId: z.string(), status: z.string(), sshEndpoint: optional(z.string()) })),
  createdAt: text,
});

export class RestClusters extends RestCollection<Cluster, CreateCluster, UpdateCluster> implements Clusters {
  constructor(options: Means) {
    super({ path: "clusters", wrapper: "clusters", names: ["Cluster", "Clusters"], answer: clusterAnswer }, options);
  }

  async pods(id: string, options: CallOptions = {}): Promise<Pod[]> {
    const request = restRequest("listClusterPods", "GET", [this.kind.path, id, "pods"], options);
    return [...(await this.http.list(request, { of: "pod", under: "pods", item: podAnswer })).items];
  }
}
