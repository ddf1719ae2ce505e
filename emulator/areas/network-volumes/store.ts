import * as z from "zod";
import { problems } from "../../http/problem";
import { changeRequest, request } from "../../http/validation";
import type { Platform } from "../../platform/platform";
import { refuseInUse } from "../../platform/usage";
import type { NetworkVolume } from "../../records/network-volume";
import { dataCenters, type VolumeType, volumeTypes } from "../../stock/hardware";
import { meterVolume, stopVolumeMeter } from "../billing/meters";
import { namedDataCenter } from "../catalog/rules";

const size = z.int().min(10).max(4096);

export const createVolumeRequest = request({
  name: z.string().min(1),
  size,
  dataCenter: z.string().min(1),
  type: z.enum(volumeTypes).optional(),
});

export const updateVolumeRequest = changeRequest({ name: z.string().min(1).optional(), size: size.optional() });

export function createVolume(platform: Platform, body: ReturnType<typeof createVolumeRequest.parse>): NetworkVolume {
  const center = namedDataCenter(body.dataCenter);
  const [primary] = center.networkVolumeTypes;
  if (primary === undefined) throw problems.rule(`${center.id} has no network volumes; choose ${offering()}`);
  const type = body.type ?? primary;
  if (!center.networkVolumeTypes.includes(type))
    throw problems.rule(`${center.id} has no ${type} volumes; choose ${offering(type)}`);
  const volume = { id: platform.ids.resource(), name: body.name, size: body.size, dataCenter: center.id, type };
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
  volume.name = body.name ?? volume.name;
  volume.size = body.size ?? volume.size;
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
