import { problems } from "../http/problem";
import { flag } from "../http/query";
import { type Call, created, json, noContent, ok, param, type Route } from "../http/route";
import { eventHeaders, logEvents, logSelection } from "../logs/events";
import type { Platform } from "../platform";
import { act, terminate } from "./actions";
import { createPod } from "./create";
import { refuseMember } from "./members";
import { liveStatuses, type Pod } from "./record";
import { createPodRequest, podActionRequest, updatePodRequest } from "./requests";
import { podShape } from "./shapes";
import { shown, staleAfter } from "./stale-responses";
import { updatePod } from "./update";

export function podRoutes(platform: Platform): Route[] {
  const find = (call: Call): Pod => {
    const pod = platform.pods.get(param(call, "id"));
    if (!pod) throw problems.notFound("pod");
    return pod;
  };
  const shape = (pod: Pod) => podShape(platform, shown(pod));
  return [
    {
      surface: "rest",
      method: "GET",
      path: "/v2/pods",
      operation: "listPods",
      handle: ({ query }) => {
        const all = flag(query, "includeClusterPods") ?? false;
        const listed = [...platform.pods.values()].filter(({ cluster }) => all || !cluster);
        return ok({ pods: platform.faults.shown("listPods", listed).map(shape) });
      },
    },
    {
      surface: "rest",
      method: "POST",
      path: "/v2/pods",
      operation: "createPod",
      asksForCapacity: true,
      handle: (call) => created(shape(createPod(platform, createPodRequest.parse(json(call)), call.noCapacity))),
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/pods/:id",
      operation: "getPod",
      handle: (call) => ok(shape(find(call))),
    },
    {
      surface: "rest",
      method: "PATCH",
      path: "/v2/pods/:id",
      operation: "updatePod",
      handle: (call) => {
        const body = updatePodRequest.parse(json(call));
        const pod = find(call);
        refuseMember(pod);
        staleAfter(platform, pod, () => updatePod(platform, pod, body));
        return ok(shape(pod));
      },
    },
    {
      surface: "rest",
      method: "DELETE",
      path: "/v2/pods/:id",
      operation: "deletePod",
      handle: (call) => {
        const pod = find(call);
        refuseMember(pod);
        terminate(platform, pod);
        return noContent();
      },
    },
    {
      surface: "rest",
      method: "POST",
      path: "/v2/pods/:id/action",
      operation: "podAction",
      asksForCapacity: true,
      handle: (call) => {
        const { action } = podActionRequest.parse(json(call));
        const pod = find(call);
        if (action === "terminate") refuseMember(pod);
        staleAfter(platform, pod, () => act(platform, pod, action, call.noCapacity));
        return action === "terminate" ? noContent() : ok(shape(pod));
      },
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/pods/:id/logs",
      operation: "getPodLogs",
      handle: (call) => {
        const selection = logSelection(call);
        const pod = find(call);
        const isLive = () => liveStatuses.has(pod.status) && platform.pods.has(pod.id);
        return { status: 200, headers: eventHeaders, events: logEvents(platform, pod, isLive, selection) };
      },
    },
  ];
}
