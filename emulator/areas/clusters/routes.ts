import { byId, type Call, created, newerRoutes, ok, type Route, routesOf } from "../../http/route";
import type { Platform } from "../../platform/platform";
import { type Cluster, clusterFields, createClusterRequest, updateClusterRequest } from "../../records/cluster";

import { podShape } from "../pods/shapes";
import { clusterShape } from "./shapes";
import { createCluster, deleteCluster, membersOf } from "./store";

export function clusterRoutes(platform: Platform): Route[] {
  const { faults } = platform;
  const find = (call: Call) => byId(platform.clusters, call, "cluster");
  const shape = (cluster: Cluster) => clusterShape(platform, cluster);
  const list = () => faults.shown("listClusters", platform.clusters.values()).map(shape);
  const create = (call: Call) => createCluster(platform, createClusterRequest.read(call), call.noCapacity);
  const update = (call: Call) => {
    const change = updateClusterRequest.read(call);
    return Object.assign(find(call), clusterFields.given(change));
  };
  const pods = (call: Call) => {
    const members = faults.shown("listClusterPods", membersOf(platform, find(call)));
    return members.map((pod) => podShape(platform, pod));
  };
  return newerRoutes(
    routesOf("rest", [
      ["GET /v2/clusters", "listClusters", () => ok({ clusters: list() })],
      ["POST /v2/clusters", "createCluster", (call) => created(shape(create(call))), "checks capacity"],
      ["GET /v2/clusters/:id", "getCluster", (call) => ok(shape(find(call)))],
      ["PATCH /v2/clusters/:id", "updateCluster", (call) => ok(shape(update(call)))],
      ["DELETE /v2/clusters/:id", "deleteCluster", (call) => deleteCluster(platform, find(call))],
      ["GET /v2/clusters/:id/pods", "listClusterPods", (call) => ok({ pods: pods(call) })],
    ]),
  );
}
