import * as z from "zod";
import { NETWORK_VOLUME_TYPES } from "../../../client";
import { volumeRows } from "../../../client/account/network-volumes";
import { asClient, declare, type InputsOf, property } from "../../planning/declaration";
import { catalogName } from "../../planning/name";
import { choice } from "../../planning/property-types";
import { type Conditional, grows, ignored, live, recorded, replaces } from "../../planning/rules";
import { generatedName } from "../container";

const fixed = replaces("RunPod cannot change this input of an existing volume");

/** Declaring the volume's present tier changes nothing. */
const sameTier: Conditional = {
  condition: "the volume already has this tier",
  when: ({ news, state }) => state.tier === news.type,
  effect: recorded,
  otherwise: fixed,
};

const declared = {
  name: property(z.string().min(1).optional(), { doc: generatedName, on: live, generated: true, wire: "update read" }),
  size: property(z.int().min(10).max(4096), {
    doc: "Size in GB, from 10 to 4096. A smaller size replaces the volume.",
    on: grows("size", live, replaces("a volume cannot shrink")),
    wire: "create update read",
    consequential: true,
  }),
  dataCenter: property(catalogName("dataCenter"), {
    doc: "Data center of the volume and of the pods that mount it. A change replaces the volume.",
    on: fixed,
    wire: "create read",
  }),
  type: property(
    choice(NETWORK_VOLUME_TYPES, {
      STANDARD: "RunPod's standard storage.",
      HIGH_PERFORMANCE: "RunPod's faster storage, at a higher price.",
    }).optional(),
    {
      doc: "Storage tier. A change replaces the volume. Default: the primary tier of the data center.",
      on: { add: sameTier, change: fixed, remove: ignored("the tier stays as it is") },
      wire: "create read",
      consequential: true,
    },
  ),
  allowDataLoss: property(z.boolean().optional(), {
    doc: "If true, a change may replace the volume and destroy its data. Default false.",
    on: recorded,
    unset: false,
  }),
};

const properties = asClient(declared, volumeRows.factsOf);

export type NetworkVolumeInputs = InputsOf<typeof properties>;

export const networkVolumeDeclaration = declare({
  kind: "NetworkVolume",
  costly: true,
  markerIn: "sealed name",
  properties,
  outputs: z.object({
    tier: z.string().describe("Storage tier of the volume."),
  }),
  onPlatform: ({ tier }) => ({ type: tier }),
  onReplace: ({ olds, news }) => ({
    destroys: `replacing this network volume destroys the ${olds.size} GB of data on it`,
    ...(news.allowDataLoss === true ? {} : { refusedUnless: "allowDataLoss: true" }),
  }),
});
