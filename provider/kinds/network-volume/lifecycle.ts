import type { NetworkVolume } from "../../../client";
import { messageOf } from "../../../kernel/plain-text";
import { present, type Values } from "../../../kernel/values";
import { collectionResource, recordItem } from "../../lifecycle/collection-resource";
import { shrinks } from "../../planning/refusal";
import { InitError, OperationError } from "../../pulumi/errors";
import type { Run } from "../../session/run";
import { type NetworkVolumeInputs, networkVolumeDeclaration } from "./network-volume";

export const networkVolume = collectionResource<NetworkVolumeInputs, NetworkVolume>(networkVolumeDeclaration, {
  what: "network volume",
  collection: ({ networkVolumes }) => networkVolumes,
  outputs: outputsOf,
  rename,
  facts: async (_, { size, dataCenter }) => [
    `${size} GB in ${dataCenter}, which RunPod bills until you delete the volume`,
  ],
  refuse: (volume, { size }, inputs) => {
    if (Number(size) < volume.size) throw new OperationError(shrinks(["size"], volume.size, inputs.size));
  },
});

async function rename(run: Run, volume: NetworkVolume, inputs: NetworkVolumeInputs): Promise<NetworkVolume> {
  try {
    return await run.platform.networkVolumes.update(volume.id, present({ name: inputs.name }), { signal: run.signal });
  } catch (error) {
    throw new InitError(volume.id, outputsOf(volume, inputs), [
      `network volume ${volume.id} was created, but Podwright could not rename it to the declared name: ${messageOf(error)} "pulumi up" renames it.`,
    ]);
  }
}

function outputsOf(volume: NetworkVolume, declared: object): Values {
  return { ...recordItem(networkVolumeDeclaration.changes, volume, declared), tier: volume.type };
}
