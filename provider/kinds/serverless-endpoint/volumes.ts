import type { Endpoint, EndpointInput } from "../../../client";
import { allVolumes } from "../../../client/endpoints/volumes";
import { sameMeaning } from "../../../client/values/meaning";
import type { CrossRule } from "../../planning/check";
import type { Truths } from "../../planning/truths";
import type { Values } from "../../values/values";

type Declared = Pick<EndpointInput, "networkVolumeId" | "networkVolumeIds">;

/** Inputs that name network volumes. */
export const volumeInputs = ["networkVolumeId", "networkVolumeIds"];

export const volumeRule: CrossRule = {
  touches: volumeInputs,
  judge: ({ networkVolumeId, networkVolumeIds }) =>
    networkVolumeId && networkVolumeIds !== undefined
      ? { path: ["networkVolumeIds"], message: "cannot be given together with `networkVolumeId`" }
      : undefined,
};

/**
 * Returns the volumes after an update: the declared volumes, and attached volumes that were in neither the program nor
 * the state. Returns an empty object if the volumes do not change.
 */
export function volumesAfter(endpoint: Endpoint, { olds, news, state }: Truths<Declared>) {
  const attached = allVolumes(endpoint);
  const [wanted, before] = [allVolumes(news), [olds, state as Declared].flatMap(allVolumes)];
  const volumes = [...wanted, ...attached.filter((id) => !wanted.includes(id) && !before.includes(id))];
  if (sameMeaning({ compare: "set" }, volumes, attached)) return {};
  // If the account's schema has no list, an endpoint has one volume.
  const hasList = endpoint.networkVolumeIds !== undefined || news.networkVolumeIds !== undefined;
  return { networkVolumeId: volumes[0] ?? null, ...(hasList ? { networkVolumeIds: volumes } : {}) };
}

/**
 * Puts the live volumes into the input that the program uses. If an endpoint has several volumes, the list stays, too,
 * because it shows the further volumes. The order of the list has no meaning.
 */
export function volumesInForm(live: Values, declared: Values): Values {
  const { networkVolumeId, networkVolumeIds: ids, ...others } = live;
  if (!Array.isArray(ids)) return live;
  const own = declared.networkVolumeId;
  const usesList = declared.networkVolumeIds !== undefined || (own === undefined && ids.length > 1);
  return {
    ...others,
    ...(usesList ? {} : { networkVolumeId: ids.includes(own) ? own : networkVolumeId }),
    ...(usesList || ids.length > 1 ? { networkVolumeIds: ids } : {}),
  };
}
