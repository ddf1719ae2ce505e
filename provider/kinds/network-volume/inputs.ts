import { z } from "zod";
import { NETWORK_VOLUME_TYPES } from "../../../client";
import type { Marks } from "../../creating/naming";
import type { InputsDefinition } from "../../planning/check";

const schema = z.strictObject({
  name: z.string().min(1).optional().describe("Default: the resource's name and a random suffix, kept across updates."),
  size: z.int().min(10).max(4096).describe("GB, 10 to 4096. It grows in place; shrinking replaces the volume."),
  dataCenter: z.string().min(1).describe("Where the volume lies; pods that mount it run there. A change replaces it."),
  type: z
    .enum(NETWORK_VOLUME_TYPES)
    .optional()
    .describe("Storage tier. A change replaces the volume. Default: the data center's primary tier."),
  allowDataLoss: z
    .boolean()
    .optional()
    .describe(
      "`true` allows a change that replaces the volume and so destroys its data. Default false: such a change is refused.",
    ),
});

/** Inputs of a network volume: the wire's names, and the permission to lose data. */
export type NetworkVolumeInputs = z.output<typeof schema> & Marks;

export const networkVolumeInputs: InputsDefinition = { names: { dataCenter: "dataCenter" }, schema, rules: [] };
