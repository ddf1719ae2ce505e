import { problems } from "../../http/problem";
import { changeRequest, request } from "../../http/validation";
import type { Platform } from "../../platform/platform";
import { refuseInUse } from "../../platform/usage";
import { type NetworkVolume, volumeFields } from "../../records/network-volume";
import { dataCenters, type VolumeType } from "../../stock/hardware";
import { meterVolume, stopVolumeMeter } from "../billing/meters";
import { namedDataCenter } from "../catalog/rules";

export const createVolumeRequest = request(volumeFields.sentBy("create"));
export const updateVolumeRequest = changeRequest(volumeFields.sentBy("update"));

export function createVolume(platform: Platform, body: ReturnType<typeof createVolumeRequest.parse>): NetworkVolume {
  const center = namedDataCenter(body.dataCenter);
  const [primary] = center.networkVolumeTypes;
  if (primary === undefined) throw problems.rule(`${center.id} has no network volumes; choose ${offering()}`);
  const type = body.type ?? primary;
  if (!center.networkVolumeTypes.includes(type))
    throw problems.rule(`${center.id} has no ${type} volumes; choose ${offering(type)}`);
  const fields = volumeFields.newRecord({ ...body, dataCenter: center.id, type });
  const volume = { id: platform.ids.resource(), ...fields };
  platform.volumes.set(volume.id, volume);
  meterVolume(platform, volume);
  return volume;
}

export function updateVolume(
  platform: Platform,
  volume: NetworkVolume,
  body: ReturnType<typeof updateVolumeRequest.parse>,
): NetworkVolume {
  if (body.size !== undefined && body.size < volume.size) throw problems.rule("network volume size can only grow");
  Object.assign(volume, volumeFields.given(body));
  meterVolume(platform, volume);
  return volume;
}

export function deleteVolume(platform: Platform, volume: NetworkVolume): void {
  refuseInUse(platform, "volume", volume.id);
  platform.volumes.delete(volume.id);
  stopVolumeMeter(platform, volume);
}

function offering(type?: VolumeType): string {
  const offers = dataCenters.filter(({ networkVolumeTypes }) =>
    type ? networkVolumeTypes.includes(type) : networkVolumeTypes.length > 0,
  );
  return offers.map((center) => center.id).join(", ");
}
