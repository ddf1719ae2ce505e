import { problems } from "../../http/problem";
import { flag } from "../../http/query";
import { type ApiResponse, byId, type Call, created, ok, type Route, routesOf } from "../../http/route";
import type { Platform } from "../../platform/platform";
import type { Pod } from "../../records/pod";
import { createPodRequest, podActionRequest, updatePodRequest } from "../../records/pod-request";
import { logResponse } from "../logs/events";
import { podLog } from "../logs/logged";
import { act, terminate } from "./actions";
import { createPod } from "./create";
import { podShape } from "./shapes";
import { asShown, changeRun } from "./stale-responses";
import { updatePod } from "./update";

export function podRoutes(platform: Platform): Route[] {
  const find = (call: Call): Pod => byId(platform.pods, call, "pod");
  const shape = (pod: Pod) => podShape(platform, asShown(pod));
  return routesOf("rest", [
    ["GET /v2/pods", "listPods", list],
    ["POST /v2/pods", "createPod", (call) => created(shape(create(call))), "checks capacity"],
    ["GET /v2/pods/:id", "getPod", (call) => ok(shape(find(call)))],
    ["PATCH /v2/pods/:id", "updatePod", (call) => ok(shape(update(call)))],
    ["DELETE /v2/pods/:id", "deletePod", (call) => terminate(platform, unclustered(find(call)))],
    ["POST /v2/pods/:id/action", "podAction", action, "checks capacity"],
    ["GET /v2/pods/:id/logs", "getPodLogs", (call) => logResponse(platform, call, podLog)],
  ]);

  function list({ query }: Call): ApiResponse {
    const all = flag(query, "includeClusterPods") ?? false;
    const { page, pagination } = platform.paging.page({ query }, "listPods", platform.pods.values());
    // Removes the members of clusters after it has cut the page, as RunPod does. So a page may be shorter than its limit.
    const listed = page.filter(({ cluster }) => all || !cluster);
    return ok({ pods: platform.faults.shown("listPods", listed).map(shape), pagination });
  }

  function create(call: Call): Pod {
    return createPod(platform, createPodRequest.read(call), call.noCapacity);
  }

  function update(call: Call): Pod {
    const body = updatePodRequest.read(call);
    const pod = unclustered(find(call));
    changeRun(platform, pod, () => updatePod(platform, pod, body, call));
    return pod;
  }

  function action(call: Call): ApiResponse | undefined {
    const { action } = podActionRequest.read(call);
    const pod = find(call);
    if (action === "terminate") unclustered(pod);
    changeRun(platform, pod, () => act(platform, pod, action, call));
    return action === "terminate" ? undefined : ok(shape(pod));
  }
}

/** Throws for a member of a cluster, because clients manage such a pod only through the cluster. */
function unclustered(pod: Pod): Pod {
  if (pod.cluster) throw problems.conflict(`pod belongs to cluster ${pod.cluster.id}`);
  return pod;
}
