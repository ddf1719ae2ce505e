import * as z from "zod";
import type { Collection } from "../collections/collection";
import { id, open, type Parsed, type Patch, text } from "../values/fields";
import type { NetworkVolumeType } from "./choices";

export const networkVolumeSchema = z.object({
  id,
  /** Name of the volume. Several volumes may have the same name. */
  name: text,
  /** Size in GB. */
  size: z.number(),
  dataCenter: z.string(),
  type: open<NetworkVolumeType>(text),
});
/** Storage that outlives the pods that mount it. RunPod bills a volume until you delete it. */
export type NetworkVolume = Parsed<typeof networkVolumeSchema>;

/** Body of a `createNetworkVolume` request. */
export interface CreateNetworkVolume {
  readonly name: string;
  /** Size in GB, 10 to 4096. */
  readonly size: number;
  readonly dataCenter: string;
  /** Storage tier. Default: the primary tier of the data center. */
  readonly type?: NetworkVolumeType | undefined;
}

/** Body of an `updateNetworkVolume` request. The body needs at least one key, and `size` can only grow. */
export type UpdateNetworkVolume = Patch<Pick<CreateNetworkVolume, "name" | "size">>;

export type NetworkVolumes = Collection<NetworkVolume, CreateNetworkVolume, UpdateNetworkVolume>;
