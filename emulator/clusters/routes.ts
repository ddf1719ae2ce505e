import { problems } from "../http/problem";
import { type Call, created, json, noContent, ok, param, type Route } from "../http/route";
import type { Platform } from "../platform";
import { podShape } from "../pods/shapes";
import type { Cluster } from "./record";
import { createClusterRequest, updateClusterRequest } from "./requests";
import { clusterShape } from "./shapes";
import { createCluster, deleteCluster, membersOf } from "./store";

export function clusterRoutes(platform: Platform): Route[] {
  const find = (call: Call): Cluster => {
    const cluster = platform.clusters.get(param(call, "id"));
    if (!cluster) throw problems.notFound("cluster");
    return cluster;
  };
  const shape = (cluster: Cluster) => clusterShape(platform, cluster);
  return [
    {
      surface: "rest",
      method: "GET",
      path: "/v2/clusters",
      operation: "listClusters",
      handle: () => ok({ clusters: platform.faults.shown("listClusters", platform.clusters.values()).map(shape) }),
    },
    {
      surface: "rest",
      method: "POST",
      path: "/v2/clusters",
      operation: "createCluster",
      asksForCapacity: true,
      handle: (call) =>
        created(shape(createCluster(platform, createClusterRequest.parse(json(call)), call.noCapacity))),
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/clusters/:id",
      operation: "getCluster",
      handle: (call) => ok(shape(find(call))),
    },
    {
      surface: "rest",
      method: "PATCH",
      path: "/v2/clusters/:id",
      operation: "updateCluster",
      handle: (call) => {
        const { name } = updateClusterRequest.parse(json(call));
        const cluster = find(call);
        cluster.name = name;
        return ok(shape(cluster));
      },
    },
    {
      surface: "rest",
      method: "DELETE",
      path: "/v2/clusters/:id",
      operation: "deleteCluster",
      handle: (call) => {
        deleteCluster(platform, find(call));
        return noContent();
      },
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/clusters/:id/pods",
      operation: "listClusterPods",
      handle: (call) => {
        const listed = platform.faults.shown("listClusterPods", membersOf(platform, find(call)));
        return ok({ pods: listed.map((pod) => podShape(platform, pod)) });
      },
    },
  ];
}
