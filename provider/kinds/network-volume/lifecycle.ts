import type { NetworkVolume } from "../../../client";
import { createOnce } from "../../creating/creation";
import { listAll } from "../../creating/list-all";
import { isAutonamed, markerOf, nonceOf } from "../../creating/marker";
import { collectionResource, recordItem } from "../../operations/collection-resource";
import { InitError, messageOf, OperationError } from "../../operations/errors";
import { unlessNotFound } from "../../operations/not-found";
import type { Resource } from "../../operations/resource";
import type { Run } from "../../operations/run";
import { bodyOf } from "../../planning/patch";
import { shrinks } from "../../planning/refusal";
import { present, type Values } from "../../planning/values";
import { type NetworkVolumeInputs, networkVolumeDeclaration } from "./network-volume";

const { changes } = networkVolumeDeclaration;

export const networkVolume: Resource<NetworkVolumeInputs> = {
  ...collectionResource<NetworkVolumeInputs, NetworkVolume>(networkVolumeDeclaration, {
    what: "network volume",
    collection: ({ networkVolumes }) => networkVolumes,
    outputs: outputsOf,
    refuse: (volume, { size }, inputs) => {
      if (Number(size) < volume.size) throw new OperationError(shrinks(["size"], volume.size, inputs.size));
    },
  }),
  /**
   * Names of volumes need not be unique and a volume has nothing else to mark it with: one with an explicit name is
   * created under the creation's marker and named afterwards, so that a lost response never leads to somebody else's
   * volume.
   */
  async create(run, { inputs }) {
    const { networkVolumes } = run.platform;
    const nonce = nonceOf(inputs);
    const created = await createOnce(run, {
      what: `network volume "${inputs.name}"`,
      nonce,
      send: (options) => networkVolumes.create({ ...bodyOf(changes, inputs), name: nonce } as never, options),
      get: (id) => unlessNotFound(networkVolumes.get(id, { signal: run.signal })),
      lookUp: (signal) => volumesNamed(run, [nonce], signal),
      discard: (id, signal) => networkVolumes.delete(id, { signal }),
    });
    const volume = isAutonamed(inputs) ? created : await rename(run, created, inputs);
    return { id: volume.id, outputs: outputsOf(volume, inputs) };
  },
  /** The marker is the name until the volume is given its own: one that has it already can no longer be told apart. */
  async find(run, { inputs }) {
    const marker = markerOf(inputs);
    const volumes = await volumesNamed(run, [marker, inputs.name], run.signal);
    const named = (wanted: string | undefined) => volumes.filter(({ name }) => name === wanted).map(({ id }) => id);
    return { made: named(marker), alike: isAutonamed(inputs) ? [] : named(inputs.name) };
  },
};

async function rename(run: Run, volume: NetworkVolume, inputs: NetworkVolumeInputs): Promise<NetworkVolume> {
  try {
    return await run.platform.networkVolumes.update(volume.id, present({ name: inputs.name }), { signal: run.signal });
  } catch (error) {
    throw new InitError(volume.id, outputsOf(volume, inputs), [
      `network volume ${volume.id} was created, but could not be given its name: ${messageOf(error)} "pulumi up" goes on with it.`,
    ]);
  }
}

async function volumesNamed(run: Run, names: readonly (string | undefined)[], signal: AbortSignal) {
  const volumes = await listAll(run.platform.networkVolumes, (text) => names.includes(text), signal);
  return volumes.filter(({ name }) => names.includes(name));
}

function outputsOf(volume: NetworkVolume, declared: object): Values {
  return { ...recordItem(changes, volume, declared), tier: volume.type };
}
