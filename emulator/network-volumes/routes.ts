import { problems } from "../http/problem";
import { type Call, created, json, noContent, ok, param, type Route } from "../http/route";
import type { Platform } from "../platform";
import type { NetworkVolume } from "./record";
import { createVolume, createVolumeRequest, deleteVolume, updateVolume, updateVolumeRequest } from "./store";

export function networkVolumeRoutes(platform: Platform): Route[] {
  const find = (call: Call): NetworkVolume => {
    const volume = platform.volumes.get(param(call, "id"));
    if (!volume) throw problems.notFound("network volume");
    return volume;
  };
  return [
    {
      surface: "rest",
      method: "GET",
      path: "/v2/network-volumes",
      operation: "listNetworkVolumes",
      handle: () => ok({ networkVolumes: platform.faults.shown("listNetworkVolumes", platform.volumes.values()) }),
    },
    {
      surface: "rest",
      method: "POST",
      path: "/v2/network-volumes",
      operation: "createNetworkVolume",
      handle: (call) => created(createVolume(platform, createVolumeRequest.parse(json(call)))),
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/network-volumes/:id",
      operation: "getNetworkVolume",
      handle: (call) => ok(find(call)),
    },
    {
      surface: "rest",
      method: "PATCH",
      path: "/v2/network-volumes/:id",
      operation: "updateNetworkVolume",
      handle: (call) => {
        const body = updateVolumeRequest.parse(json(call));
        const volume = find(call);
        updateVolume(platform, volume, body);
        return ok(volume);
      },
    },
    {
      surface: "rest",
      method: "DELETE",
      path: "/v2/network-volumes/:id",
      operation: "deleteNetworkVolume",
      handle: (call) => {
        deleteVolume(platform, find(call));
        return noContent();
      },
    },
  ];
}
