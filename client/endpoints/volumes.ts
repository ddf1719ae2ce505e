import { invalidCall } from "../errors/invalid-call";
import type { EndpointInput } from "./settings";

type Volumes = Pick<EndpointInput, "networkVolumeId" | "networkVolumeIds">;

/**
 * Returns the volumes that an endpoint has after a save. Before the save, the endpoint has the volumes `live`.
 * `networkVolumeId` without `networkVolumeIds` sets the first volume.
 */
export function volumesOf(operation: string, input: Volumes, live: readonly string[] = []): readonly string[] {
  const { networkVolumeId, networkVolumeIds } = input;
  if (networkVolumeIds === undefined) {
    return networkVolumeId === undefined ? live : allVolumes({ networkVolumeId, networkVolumeIds: live.slice(1) });
  }
  if (networkVolumeId !== undefined && (networkVolumeId || undefined) !== networkVolumeIds[0]) {
    const remedy = "leave networkVolumeId out (undefined), or set it to the first id of networkVolumeIds";
    throw invalidCall(operation, `networkVolumeId and networkVolumeIds name different volumes: ${remedy}`);
  }
  return networkVolumeIds;
}

/**
 * Returns the volumes of both fields. Clients of RunPod attach a volume by either field, so one field may lack a volume that
 * the other field contains.
 */
export function allVolumes({ networkVolumeId, networkVolumeIds = [] }: Volumes): string[] {
  return [...new Set([...(networkVolumeId ? [networkVolumeId] : []), ...networkVolumeIds])];
}
