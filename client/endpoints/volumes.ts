import { invalidCall } from "../errors/invalid-call";
import type { EndpointInput } from "./settings";

type Volumes = Pick<EndpointInput, "networkVolumeId" | "networkVolumeIds">;

/**
 * The volumes after a save to an endpoint with the volumes `live`. `networkVolumeId` without `networkVolumeIds` sets the
 * first volume.
 */
export function volumesOf(operation: string, input: Volumes, live: readonly string[] = []): readonly string[] {
  const { networkVolumeId, networkVolumeIds } = input;
  if (networkVolumeIds === undefined) {
    return networkVolumeId === undefined ? live : allVolumes({ networkVolumeId, networkVolumeIds: live.slice(1) });
  }
  if (networkVolumeId !== undefined && (networkVolumeId || undefined) !== networkVolumeIds[0]) {
    const remedy = "leave networkVolumeId out (undefined), or make it the first of networkVolumeIds";
    throw invalidCall(operation, `networkVolumeId and networkVolumeIds name different volumes: ${remedy}`);
  }
  return networkVolumeIds;
}

/** Clients of RunPod attach a volume by either field, so each field may lack a volume that the other has. */
export function allVolumes({ networkVolumeId, networkVolumeIds = [] }: Volumes): string[] {
  return [...new Set([...(networkVolumeId ? [networkVolumeId] : []), ...networkVolumeIds])];
}
