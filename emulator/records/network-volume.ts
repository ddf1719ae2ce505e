import * as z from "zod";
import { volumeTypes } from "../stock/hardware";

/** Settings that an update can change. */
export const volumeSettings = z.strictObject({
  name: z.string(),
  size: z.number(),
  dataCenter: z.string(),
  type: z.enum(volumeTypes),
});

export interface NetworkVolume extends z.infer<typeof volumeSettings> {
  readonly id: string;
}
