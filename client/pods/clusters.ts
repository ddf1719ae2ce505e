import type { CallOptions } from "../collections/collection";
import { RestCollection } from "../collections/rest-collection";
import type { ClientContext } from "../http/context";
import { restRequest } from "../http/rest";
import { type Cluster, type CreateCluster, clusterSchema, type UpdateCluster } from "./cluster-types";
import { type Pod, podSchema } from "./types";

/** Clusters. `delete` ends the member pods too. */
export class Clusters extends RestCollection<Cluster, CreateCluster, UpdateCluster> {
  constructor(context: ClientContext) {
    super({ path: "clusters", wrapper: "clusters", names: ["Cluster", "Clusters"], schema: clusterSchema }, context);
  }

  /** The member pods, which the list of pods leaves out. */
  async pods(id: string, options: CallOptions = {}): Promise<Pod[]> {
    const request = restRequest("listClusterPods", "GET", ["clusters", id, "pods"], options);
    return [...(await this.http.list(request, { of: "pod", under: "pods", item: podSchema })).items];
  }
}
