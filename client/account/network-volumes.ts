import * as z from "zod";
import type { Collection } from "../collections/collection";
import { id, open, type Parsed, text } from "../wire/fields";
import { type RequestOf, row, rowsOf } from "../wire/rows";
import type { NetworkVolumeType } from "./choices";

const rows = {
  /** Name of the volume. Several volumes may have the same name. */
  name: row(text, { create: "needed", update: "accepted" }),
  /** Size in GB, 10 to 4096. An update can only increase it. */
  size: row(z.number(), { create: "needed", update: "accepted" }),
  dataCenter: row(z.string(), { create: "needed" }),
  /** Storage tier. Default: the primary tier of the data center. */
  type: row(open<NetworkVolumeType>(text), { create: "accepted" }),
};
export const volumeRows = rowsOf(rows);

export const networkVolumeSchema = z.object({ id, ...volumeRows.shape });
/** Storage that outlives the pods that mount it. RunPod bills a volume until you delete it. */
export type NetworkVolume = Parsed<typeof networkVolumeSchema>;

/** Body of a `createNetworkVolume` request. */
export interface CreateNetworkVolume extends RequestOf<typeof rows, "create"> {}

/** Body of an `updateNetworkVolume` request. The body needs at least one key, and `size` can only grow. */
export interface UpdateNetworkVolume extends RequestOf<typeof rows, "update"> {}

export type NetworkVolumes = Collection<NetworkVolume, CreateNetworkVolume, UpdateNetworkVolume>;
