import { ConflictError, type Registry, RuleError } from "../../../client";
import { createOnce } from "../../creating/create-once";
import { recognisedByName, tracesByName } from "../../creating/namesakes";
import { isAutonamed, nonceOf } from "../../creating/naming";
import { messageOf, OperationError } from "../../operations/errors";
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
import { project, record } from "../../planning/projection";
import type { Values } from "../../planning/values";
import { registryCredentialChanges } from "./changes";
import { type RegistryCredentialInputs, registryCredentialInputs } from "./inputs";
import { registryCredentialOutputSchema } from "./outputs";

async function create(run: Run, { inputs }: CreateRequest<RegistryCredentialInputs>) {
  try {
    const credential = await createOne(run, inputs);
    return { id: credential.id, outputs: outputsOf(credential, inputs) };
  } catch (error) {
    throw await explained(run, inputs, error);
  }
}

async function createOne(run: Run, inputs: RegistryCredentialInputs): Promise<Registry> {
  const { registries } = run.platform;
  const { username, password } = inputs;
  const name = inputs.name ?? nonceOf(inputs);
  return await createOnce(run, {
    what: `registry credential "${name}"`,
    ...(await recognisedByName(run, { collection: registries, inputs })),
    send: (options) => registries.create({ name, username, password }, options),
  });
}

/** Whether names have to be unique is not documented for this version of the platform; they had to be in the one before. */
async function explained(run: Run, inputs: RegistryCredentialInputs, error: unknown): Promise<unknown> {
  const isRefusal = error instanceof RuleError || error instanceof ConflictError;
  if (!isRefusal || isAutonamed(inputs)) return error;
  // Without the list the refusal itself is still told.
  const { alike } = await find(run, { inputs }).catch((): Traces => ({ made: [], alike: [] }));
  if (alike.length === 0) return error;
  return new OperationError(
    `${messageOf(error)} The account has a credential of the name "${inputs.name}" already (${alike.join(", ")}). ` +
      "If that is the one to be replaced, give the new one another name; leave the name out, and that is taken care of",
  );
}

function find(run: Run, { inputs }: FindRequest<RegistryCredentialInputs>): Promise<Traces> {
  return tracesByName(run, { collection: run.platform.registries, inputs });
}

/** An import finds the name alone. */
async function read(run: Run, { id, declared }: ReadRequest): Promise<ReadResult> {
  const credential = await readShared(run.platform.registries, id, run.signal);
  if (credential === undefined) return undefined;
  const { name } = credential;
  const inputs = project(registryCredentialChanges, declared ?? { name }, { name });
  return { inputs, outputs: outputsOf(credential, inputs) };
}

/** There is nothing to send: what differs replaces. */
async function update(run: Run, { id, news }: UpdateRequest<RegistryCredentialInputs>) {
  const credential = await unlessNotFound(run.platform.registries.get(id, { signal: run.signal }));
  if (credential === undefined) throw gone(`registry credential ${id}`);
  return { outputs: outputsOf(credential, news) };
}

async function remove(run: Run, { id }: DeleteRequest<RegistryCredentialInputs>): Promise<void> {
  const { registries } = run.platform;
  await deleteWhenUnused(run, `registry credential ${id}`, () => registries.delete(id, { signal: run.signal }));
}

function outputsOf({ name }: Registry, declared: Values): Values {
  return record(registryCredentialChanges, declared, { name });
}

export const registryCredential: Resource<RegistryCredentialInputs> = {
  kind: "RegistryCredential",
  inputs: registryCredentialInputs,
  outputs: registryCredentialOutputSchema,
  changes: registryCredentialChanges,
  secrets: ["username", "password"],
  autoname: true,
  create,
  find,
  list: (run) => run.platform.registries.list({ signal: run.signal }),
  read,
  update,
  delete: remove,
};
