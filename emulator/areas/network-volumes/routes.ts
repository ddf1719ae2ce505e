import { byId, type Call, created, ok, type Route, routesOf } from "../../http/route";
import type { Platform } from "../../platform/platform";
import { type NetworkVolume, volumeFields } from "../../records/network-volume";
import { createVolume, createVolumeRequest, deleteVolume, updateVolume, updateVolumeRequest } from "./store";

export function networkVolumeRoutes(platform: Platform): Route[] {
  const find = (call: Call) => byId(platform.volumes, call, "network volume");
  const shape = (volume: NetworkVolume) => volumeFields.shown(platform, volume);
  const list = () => platform.faults.shown("listNetworkVolumes", platform.volumes.values()).map(shape);
  const create = (call: Call) => createVolume(platform, createVolumeRequest.read(call));
  const update = (call: Call) => {
    const body = updateVolumeRequest.read(call);
    return updateVolume(platform, find(call), body);
  };
  return routesOf("rest", [
    ["GET /v2/network-volumes", "listNetworkVolumes", () => ok({ networkVolumes: list() })],
    ["POST /v2/network-volumes", "createNetworkVolume", (call) => created(shape(create(call)))],
    ["GET /v2/network-volumes/:id", "getNetworkVolume", (call) => ok(shape(find(call)))],
    ["PATCH /v2/network-volumes/:id", "updateNetworkVolume", (call) => ok(shape(update(call)))],
    ["DELETE /v2/network-volumes/:id", "deleteNetworkVolume", (call) => deleteVolume(platform, find(call))],
  ]);
}
