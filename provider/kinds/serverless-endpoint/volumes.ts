import type { Endpoint, EndpointInput } from "../../../client";
import { contains } from "../../../client/endpoints/tokens";
import { allVolumes } from "../../../client/endpoints/volumes";
import { sameMeaning } from "../../../kernel/meaning";
import { tokensOf } from "../../../kernel/text";
import type { Values } from "../../../kernel/values";
import type { CatalogRule, Question } from "../../planning/catalog/question";
import type { Catalogs } from "../../planning/catalogs";
import type { CrossRule } from "../../planning/check";
import type { Truths } from "../../planning/truths";

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

/** Asks whether the volumes are in different data centers, and whether `locations` allows these data centers. */
export const volumesInPlace: CatalogRule = ({ networkVolumeId, networkVolumeIds, locations }) => {
  const [input, ids] = Array.isArray(networkVolumeIds)
    ? ["networkVolumeIds", networkVolumeIds]
    : ["networkVolumeId", [networkVolumeId]];
  const volumes = ids.filter((id) => typeof id === "string" && id !== "");
  const places = typeof locations === "string" ? tokensOf(locations) : [];
  const distinct: Question = {
    path: [input],
    facts: { volumes },
    answer: async (catalogs) => {
      const known = new Map<string, string>();
      for (const id of volumes) {
        const center = await catalogs.centerOfVolume(id);
        const other = center === undefined ? undefined : known.get(center);
        if (other !== undefined && other !== id)
          return `has two volumes in ${center}, ${other} and ${id}: a worker mounts the volume of its data center, so leave one of them out`;
        if (center !== undefined) known.set(center, id);
      }
      return undefined;
    },
  };
  return [
    ...(volumes.length < 2 ? [] : [distinct]),
    ...(places.length === 0 ? [] : volumes).map((id) => ({
      path: [input],
      facts: { id, places },
      answer: async (catalogs: Catalogs) => {
        const center = await catalogs.centerOfVolume(id);
        return center === undefined || places.some((place) => contains(place, center))
          ? undefined
          : `has volume ${id} in ${center}, and \`locations\` does not allow that data center: add ${center} to \`locations\`, or mount a volume of an allowed place`;
      },
    })),
  ];
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
