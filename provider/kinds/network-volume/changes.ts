import {
  always,
  type Change,
  type ChangeTable,
  type Conditional,
  live,
  nothing,
  recorded,
  replaces,
} from "../../planning/changes";
import type { NetworkVolumeInputs } from "./inputs";

const grows: Conditional<Change<NetworkVolumeInputs>> = {
  condition: "the size grows",
  when: ({ olds, news }) => (news.size ?? 0) > (olds.size ?? 0),
  effect: live,
  otherwise: replaces("a volume cannot shrink"),
};

const fixed = replaces("the platform fixes it when the volume is created");

export const networkVolumeChanges: ChangeTable<NetworkVolumeInputs> = {
  rows: [
    always("name", live),
    always("size", grows),
    always("dataCenter", fixed),
    { path: "type", add: typeGiven(), change: fixed, remove: nothing("the tier stays as it is") },
    always("allowDataLoss", recorded, { unset: false }),
  ],
  observed: ["name", "size", "dataCenter", "type"],
  consequential: ["size", "type"],
  onPlatform: ({ tier }) => ({ type: tier }),
  onReplace: ({ olds, news }) => ({
    destroys: `replacing this network volume destroys the ${olds.size} GB of data on it`,
    ...(news.allowDataLoss === true ? {} : { refusedUnless: "allowDataLoss: true" }),
  }),
};

/** Naming the tier that the volume has anyway is no change. */
function typeGiven(): Conditional<Change<NetworkVolumeInputs>> {
  return {
    condition: "the volume is of that tier already",
    when: ({ news, state }) => state.tier === news.type,
    effect: recorded,
    otherwise: fixed,
  };
}
