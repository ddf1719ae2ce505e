import type { NetworkVolume } from "../../../client";
import { createOnce } from "../../creating/create-once";
import { listAll } from "../../creating/list-all";
import { isAutonamed, markerOf, nonceOf } from "../../creating/naming";
import { InitError, messageOf, OperationError } from "../../operations/errors";
import { deleteWhenUnused } from "../../operations/in-use";
import { gone, readShared, unlessNotFound } from "../../operations/not-found";
import type {
  CreateRequest,
  DeleteRequest,
  FindRequest,
  ReadRequest,
  ReadResult,
  Resource,
  Traces,
  UpdateRequest,
} from "../../operations/resource";
import type { Run } from "../../operations/run";
import { patchOf } from "../../planning/patch";
import { importable, project, record } from "../../planning/projection";
import { shrinks } from "../../planning/refusal";
import { present, type Values } from "../../planning/values";
import { networkVolumeChanges } from "./changes";
import { type NetworkVolumeInputs, networkVolumeInputs } from "./inputs";
import { networkVolumeOutputSchema } from "./outputs";

async function create(run: Run, { inputs }: CreateRequest<NetworkVolumeInputs>) {
  const { networkVolumes } = run.platform;
  const nonce = nonceOf(inputs);
  const { size, dataCenter, type } = inputs;
  const made = await createOnce(run, {
    what: `network volume "${inputs.name}"`,
    nonce,
    send: (options) => networkVolumes.create({ ...present({ type }), name: nonce, size, dataCenter }, options),
    get: (id) => unlessNotFound(networkVolumes.get(id, { signal: run.signal })),
    lookUp: async (signal) => volumesNamed(run, [nonce], signal),
    discard: (id, signal) => networkVolumes.delete(id, { signal }),
  });
  const volume = isAutonamed(inputs) ? made : await rename(run, made, inputs);
  return { id: volume.id, outputs: outputsOf(volume, inputs) };
}

/**
 * Names of volumes need not be unique and a volume has nothing else to mark it with: one with an explicit name is made
 * under the creation's mark and named afterwards, so that a lost answer never leads to somebody else's volume.
 */
async function rename(run: Run, volume: NetworkVolume, inputs: NetworkVolumeInputs): Promise<NetworkVolume> {
  try {
    return await run.platform.networkVolumes.update(volume.id, present({ name: inputs.name }), { signal: run.signal });
  } catch (error) {
    throw new InitError(volume.id, outputsOf(volume, inputs), [
      `network volume ${volume.id} was created, but could not be given its name: ${messageOf(error)} "pulumi up" goes on with it.`,
    ]);
  }
}

/** The mark is the name until the volume is given its own: one that has it already can no longer be told apart. */
async function find(run: Run, { inputs }: FindRequest<NetworkVolumeInputs>): Promise<Traces> {
  const marker = markerOf(inputs);
  const volumes = await volumesNamed(run, [marker, inputs.name], run.signal);
  const named = (wanted: string | undefined) => volumes.filter(({ name }) => name === wanted).map(({ id }) => id);
  return { made: named(marker), alike: isAutonamed(inputs) ? [] : named(inputs.name) };
}

async function volumesNamed(run: Run, names: readonly (string | undefined)[], signal: AbortSignal) {
  const volumes = await listAll(run.platform.networkVolumes, (text) => names.includes(text), signal);
  return volumes.filter(({ name }) => names.includes(name));
}

async function read(run: Run, { id, declared: recorded }: ReadRequest): Promise<ReadResult> {
  const { networkVolumes } = run.platform;
  const volume = await readShared(networkVolumes, id, run.signal);
  if (volume === undefined) return undefined;
  const { id: _, ...live } = volume;
  const declared = recorded ?? importable(networkVolumeChanges, live);
  return { inputs: project(networkVolumeChanges, declared, live), outputs: outputsOf(volume, declared) };
}

async function update(run: Run, { id, olds, news, state }: UpdateRequest<NetworkVolumeInputs>) {
  const { networkVolumes } = run.platform;
  const volume = await unlessNotFound(networkVolumes.get(id, { signal: run.signal }));
  if (volume === undefined) throw gone(`network volume ${id}`);
  const patch = patchOf(networkVolumeChanges, ["name", "size"], { ...volume }, { olds, news, state });
  if (Number(patch.size) < volume.size) throw new OperationError(shrinks(["size"], volume.size, news.size));
  const saved =
    Object.keys(patch).length === 0 ? volume : await networkVolumes.update(id, patch, { signal: run.signal });
  return { outputs: outputsOf(saved, news) };
}

async function remove(run: Run, { id }: DeleteRequest<NetworkVolumeInputs>): Promise<void> {
  const { networkVolumes } = run.platform;
  await deleteWhenUnused(run, `network volume ${id}`, () => networkVolumes.delete(id, { signal: run.signal }));
}

function outputsOf({ id: _, ...live }: NetworkVolume, declared: Values): Values {
  return { ...record(networkVolumeChanges, declared, live), tier: live.type };
}

export const networkVolume: Resource<NetworkVolumeInputs> = {
  kind: "NetworkVolume",
  inputs: networkVolumeInputs,
  outputs: networkVolumeOutputSchema,
  changes: networkVolumeChanges,
  secrets: [],
  autoname: true,
  create,
  find,
  list: (run) => run.platform.networkVolumes.list({ signal: run.signal }),
  read,
  update,
  delete: remove,
};
