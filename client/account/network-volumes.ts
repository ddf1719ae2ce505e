import * as z from "zod";
import type { Collection } from "../collections/collection";
import { id, open, type Parsed, type Patch, text } from "../values/fields";

export const NETWORK_VOLUME_TYPES = ["STANDARD", "HIGH_PERFORMANCE"] as const;
export type NetworkVolumeType = (typeof NETWORK_VOLUME_TYPES)[number];

export const networkVolumeSchema = z.object({
  id,
  /** Need not be unique. */
  name: text,
  /** GB. */
  size: z.number(),
  dataCenter: z.string(),
  type: open<NetworkVolumeType>(text),
});
/** Storage that outlives the pods that mount it. Billed until deleted. */
export type NetworkVolume = Parsed<typeof networkVolumeSchema>;

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
export type UpdateNetworkVolume = Patch<Pick<CreateNetworkVolume, "name" | "size">>;

export type NetworkVolumes = Collection<NetworkVolume, CreateNetworkVolume, UpdateNetworkVolume>;
