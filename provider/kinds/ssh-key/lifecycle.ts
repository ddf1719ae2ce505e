import { type SshKey, sshKeyIn, sshKeysIn } from "../../../client/account/ssh-key";
import type { Values } from "../../../kernel/values";
import { requireMarker } from "../../planning/marker";
import { patchOf } from "../../planning/patch";
import { importable, project, record } from "../../planning/projection";
import { isEngineGone, OperationError } from "../../pulumi/errors";
import { confirmGone, gone } from "../../session/not-found";
import type {
  Created,
  Leftovers,
  Reading,
  ReadRequest,
  ReadResult,
  Resource,
  UpdateRequest,
} from "../../session/resource";
import type { Run } from "../../session/run";
import { changeKeys, mayBeDone } from "./change-keys";
import { alreadyThere, noteOf } from "./existing";
import { type SshKeyInputs, sshKeyDeclaration } from "./ssh-key";

const { changes } = sshKeyDeclaration;

async function create(run: Run, inputs: SshKeyInputs): Promise<Created> {
  const marker = requireMarker(inputs);
  const key = keyOf(inputs.publicKey);
  const { id } = key;
  const note = noteOf(run, id);
  // The engine may repeat a create in one process.
  const isOurs = run.created.get(marker) === id || run.unconfirmed.has(marker);
  let isSent = false;
  const onWrite = () => {
    isSent = true;
    // The list lacks the key, so a later run knows that this creation added it.
    note?.begin();
  };
  const next = (lines: readonly string[]) => (lineOf(lines, id) === undefined ? [...lines, key.line] : undefined);
  try {
    const { lines, writes } = await changeKeys(run, { what: nameOf(id), id, next, onWrite });
    const found = lineOf(lines, id) ?? key;
    const kept = writes === 0 && !isOurs ? await takeOver(run, inputs, found) : found;
    run.created.set(marker, id);
    run.unconfirmed.end(marker);
    if (!isEngineGone(run.signal)) note?.end();
    return { id, outputs: outputsOf(kept, inputs) };
  } catch (error) {
    if (isSent && mayBeDone(error)) run.unconfirmed.add(marker, error);
    else if (isSent && !isEngineGone(run.signal)) note?.end();
    throw error;
  }
}

/** Continues with a key that an unfinished creation of this resource added. Throws if there is no proof of that. */
async function takeOver(run: Run, inputs: SshKeyInputs, found: SshKey): Promise<SshKey> {
  const proof = await alreadyThere(run, found, requireMarker(inputs));
  run.warn(`took over ${nameOf(found.id)}, which ${proof} of this stack added`);
  return await setLine(run, found.id, inputs.publicKey);
}

async function read({ platform, signal }: Reading, { id: given, declared }: ReadRequest): Promise<ReadResult> {
  const id = sshKeyIn(given.trim())?.id ?? given;
  const isIt = (key: SshKey) => key.id === id;
  const found = (await platform.sshKeys.find(id, { signal })) ?? (await platform.sshKeys.list({ signal })).find(isIt);
  if (found === undefined) return undefined;
  const live = liveOf(found);
  const inputs = declared ?? importable(changes, live);
  return { id, inputs: project(changes, inputs, live), outputs: outputsOf(found, inputs) };
}

async function update(run: Run, { id, olds, news, state, found }: UpdateRequest<SshKeyInputs>) {
  const live = lineOf(await run.platform.sshKeys.get({ signal: run.signal }), id);
  if (live === undefined) throw gone(nameOf(id));
  found?.(outputsOf(live, olds));
  const { publicKey } = patchOf(changes, liveOf(live), { olds, news, state }) as Partial<SshKeyInputs>;
  const kept = publicKey === undefined ? live : await setLine(run, id, publicKey);
  return { outputs: outputsOf(kept, news) };
}

/** Writes the key with this comment, at the same place of the list. */
async function setLine(run: Run, id: string, line: string): Promise<SshKey> {
  const next = (lines: readonly string[]) => {
    const place = lines.findIndex((one) => sshKeyIn(one)?.id === id);
    if (place < 0) throw gone(nameOf(id));
    return lines[place] === line ? undefined : lines.with(place, line);
  };
  await changeKeys(run, { what: nameOf(id), id, next });
  return keyOf(line);
}

async function remove(run: Run, id: string): Promise<void> {
  const next = (lines: readonly string[]) => {
    const others = lines.filter((line) => sshKeyIn(line)?.id !== id);
    return others.length === lines.length ? undefined : others;
  };
  const { writes } = await changeKeys(run, { what: nameOf(id), id, next });
  if (writes === 0) await confirmGone(run, run.platform.sshKeys, nameOf(id));
}

/** A key carries no mark, so nothing on RunPod tells who added it. */
async function findLeftovers({ platform, signal }: Run, { publicKey = "" }: Partial<SshKeyInputs>): Promise<Leftovers> {
  const id = sshKeyIn(publicKey)?.id;
  const found = (await platform.sshKeys.list({ signal })).filter((key) => key.id === id);
  return {
    created: [],
    similar: found.map((key) => key.id),
    sought: id === undefined ? [] : [id],
    ...(id === undefined ? { doubt: "the state does not show the public key of the killed creation." } : {}),
  };
}

const nameOf = (id: string) => `SSH key ${id}`;

function lineOf(lines: readonly string[], id: string): SshKey | undefined {
  return sshKeysIn(lines).find((key) => key.id === id);
}

function keyOf(line: string): SshKey {
  const key = sshKeyIn(line);
  if (key === undefined)
    throw new OperationError("publicKey is not a public SSH key in one line, so Podwright sent nothing");
  return key;
}

const liveOf = ({ line }: SshKey): Values => ({ publicKey: line });

function outputsOf(key: SshKey, declared: object): Values {
  return { ...record(changes, { ...declared }, liveOf(key)), ...shownOf(key) };
}

/** The outputs that follow from the key alone. */
const shownOf = ({ id, comment }: SshKey): Values => ({ fingerprint: id, comment });

export const sshKey: Resource<SshKeyInputs> = {
  ...sshKeyDeclaration,
  create,
  findLeftovers,
  list: ({ platform, signal }) => platform.sshKeys.list({ signal }),
  read,
  update,
  delete: (run, { id }) => remove(run, id),
  foreseeOutputs: async (_, { publicKey }) => {
    const key = sshKeyIn(String(publicKey));
    return key === undefined ? {} : shownOf(key);
  },
};
