import type { Collection } from "../collection/collection";
import type { Open } from "../values/open";

export const NETWORK_VOLUME_TYPES = ["STANDARD", "HIGH_PERFORMANCE"] as const;
export type NetworkVolumeType = (typeof NETWORK_VOLUME_TYPES)[number];

/** Storage that outlives the pods that mount it (contract section 7). Billed until deleted. */
export interface NetworkVolume {
  readonly id: string;
  /** Need not be unique. */
  readonly name: string;
  /** GB. */
  readonly size: number;
  readonly dataCenter: string;
  readonly type: Open<NetworkVolumeType>;
}

/** Body of `createNetworkVolume`. */
export interface CreateNetworkVolume {
  readonly name: string;
  /** GB, 10 to 4096. */
  readonly size: number;
  readonly dataCenter: string;
  /** Default: the data center's primary tier. */
  readonly type?: NetworkVolumeType | undefined;
}

/** Body of `updateNetworkVolume`: at least one key; `size` only grows. */
export interface UpdateNetworkVolume {
  readonly name?: string | undefined;
  readonly size?: number | undefined;
}

export type NetworkVolumes = Collection<NetworkVolume, CreateNetworkVolume, UpdateNetworkVolume>;
