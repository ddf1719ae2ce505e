import { byId, type Call, created, ok, type Route, routesOf } from "../../http/route";
import type { Platform } from "../../platform/platform";
import { createVolume, createVolumeRequest, deleteVolume, updateVolume, updateVolumeRequest } from "./store";

export function networkVolumeRoutes(platform: Platform): Route[] {
  const find = (call: Call) => byId(platform.volumes, call, "network volume");
  const list = () => platform.faults.shown("listNetworkVolumes", platform.volumes.values());
  const create = (call: Call) => createVolume(platform, createVolumeRequest.read(call));
  const update = (call: Call) => {
    const body = updateVolumeRequest.read(call);
    return updateVolume(platform, find(call), body);
  };
  return routesOf("rest", [
    ["GET /v2/network-volumes", "listNetworkVolumes", () => ok({ networkVolumes: list() })],
    ["POST /v2/network-volumes", "createNetworkVolume", (call) => created(create(call))],
    ["GET /v2/network-volumes/:id", "getNetworkVolume", (call) => ok(find(call))],
    ["PATCH /v2/network-volumes/:id", "updateNetworkVolume", (call) => ok(update(call))],
    ["DELETE /v2/network-volumes/:id", "deleteNetworkVolume", (call) => deleteVolume(platform, find(call))],
  ]);
}
