import { ConflictError, PlatformError, type Secret } from "../../../client";
import { messageOf } from "../../../kernel/plain-text";
import { present, type Values } from "../../../kernel/values";
import { collectionResource, recordItem } from "../../lifecycle/collection-resource";
import { whenNameIsTaken } from "../../lifecycle/taken-name";
import { patchOf } from "../../planning/patch";
import { InitError, OperationError } from "../../pulumi/errors";
import { gone, unlessNotFound } from "../../session/not-found";
import type { ReadRequest, ReadResult, Resource, UpdateRequest } from "../../session/resource";
import type { Run } from "../../session/run";
import { foreseenHolders, warnOfHolders } from "./holders";
import { type SecretInputs, secretDeclaration } from "./secret";

const plain = collectionResource<SecretInputs, Secret>(secretDeclaration, {
  what: "secret",
  collection: ({ secrets }) => secrets,
  isOpaque: true,
  createdAt: (one) => one.createdAt,
  outputs: outputsOf,
});

async function create(run: Run, inputs: SecretInputs) {
  try {
    return await plain.create(run, inputs);
  } catch (error) {
    const isConflict = (one: unknown) => one instanceof ConflictError;
    const isTaken = isConflict(error) || (error instanceof OperationError && isConflict(error.cause));
    throw isTaken ? await taken(run, inputs, error) : error;
  }
}

/**
 * Returns the error for a name that RunPod refuses as taken, either at the first request or after a request without a
 * response.
 */
async function taken(run: Run, { name = "" }: SecretInputs, error: unknown): Promise<unknown> {
  // Without the list, Podwright still reports the refusal itself.
  const [found] = await run.platform.secrets.list({ name, signal: run.signal }).catch((): Secret[] => []);
  if (found === undefined) return error instanceof ConflictError ? new OperationError(messageOf(error)) : error;
  const known =
    error instanceof ConflictError
      ? `secret "${name}" was not created: the account already has a secret named "${found.name}" (${found.id}).`
      : `a response was lost, so Podwright does not know whether this create made secret "${name}": the account has a secret named "${found.name}" (${found.id}).`;
  const ways = await whenNameIsTaken(run, { kind: "Secret", what: "secret", found, afterwards: "sets its value" });
  return new OperationError(`${known} ${ways}`);
}

/**
 * Reads a secret. RunPod never reports its value, so the recorded value counts as live. If RunPod reports a later
 * change, the value is unknown: Podwright removes it from inputs and outputs, and the next update sets it again. If RunPod
 * reports an earlier change than the recorded one, its answer is outdated, so Podwright keeps the recorded time. Otherwise
 * the next refresh would take the recorded change for an outside one.
 */
async function read(run: Run, request: ReadRequest): Promise<ReadResult> {
  const found = await plain.read(run, request);
  const { declared, state = {} } = request;
  if (found === undefined || declared === undefined) return found;
  const isKnown = declared.value !== undefined && !isSetLater(found.outputs, state);
  // A failed update may have set a value that differs from the declared value, so only the recorded value counts.
  const value = isKnown ? state.value : undefined;
  const isOutdated = isSetLater(state, found.outputs);
  const time = isOutdated ? { valueLastUpdatedAt: state.valueLastUpdatedAt } : {};
  return { inputs: present({ ...found.inputs, value }), outputs: present({ ...found.outputs, ...time, value }) };
}

/** Tells whether the first outputs report a later change of the value than the second outputs. */
function isSetLater(one: Values, other: Values): boolean {
  const [at, before] = [one, other].map((of) => Date.parse(String(of.valueLastUpdatedAt ?? of.createdAt)));
  return Number(at) > Number(before);
}

/** Sends value and description in separate requests: RunPod would set the value even if it refuses the description. */
async function update(run: Run, { id, olds, news, state }: UpdateRequest<SecretInputs>) {
  const { secrets } = run.platform;
  const found = await unlessNotFound(secrets.get(id, { signal: run.signal }));
  if (found === undefined) throw gone(`secret ${id}`);
  const { value } = news;
  const isSent = value !== undefined && isNewValue({ olds, news, state });
  const valued = isSent ? await setValue(run, found, value, { ...news, description: olds.description }) : found;
  const { description } = patchOf(
    secretDeclaration.changes,
    { ...found },
    { olds, news, state },
  ) as Partial<SecretInputs>;
  const described = description === undefined ? valued : await describe(run, valued, description, news);
  const outputs = outputsOf(described, news);
  if (isSent) await warnOfHolders(run, found.name);
  // The next refresh must still show an outside change of the value.
  const isHidden = value !== undefined && !isSent && isSetLater(outputs, state);
  const hidden = isHidden ? { valueLastUpdatedAt: state.valueLastUpdatedAt } : {};
  return { outputs: present({ ...outputs, ...hidden }) };
}

/** Tells whether the update must send the value. A value that the state does not know counts as new. */
function isNewValue({ olds, news, state }: Omit<UpdateRequest<SecretInputs>, "id">): boolean {
  const { value } = news;
  return value !== undefined && (value !== olds.value || value !== state.value);
}

async function foresee(run: Run, request: UpdateRequest<SecretInputs>): Promise<readonly string[]> {
  return isNewValue(request) ? await foreseenHolders(run, String(request.state.name)) : [];
}

async function setValue(run: Run, secret: Secret, value: string, reached: SecretInputs): Promise<Secret> {
  try {
    return await run.platform.secrets.update(secret.id, { value }, { signal: run.signal });
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw new InitError(secret.id, outputsOf(secret, { ...reached, value: undefined }), [
      `Podwright does not know whether secret ${secret.id} has its new value: ${messageOf(error)} "pulumi up" sets it again.`,
    ]);
  }
}

async function describe(run: Run, secret: Secret, description: string, news: SecretInputs): Promise<Secret> {
  try {
    return await run.platform.secrets.update(secret.id, { description }, { signal: run.signal });
  } catch (error) {
    throw new InitError(secret.id, outputsOf(secret, news), [
      `secret ${secret.id} does not have its new description: ${messageOf(error)} "pulumi up" tries again. Its value matches the program.`,
    ]);
  }
}

/** Tells whether the request certainly had no effect. */
function isRefusal(error: unknown): boolean {
  return error instanceof PlatformError && error.status !== undefined && error.status >= 400 && error.status < 500;
}

function outputsOf(secret: Secret, declared: object): Values {
  const { createdAt, valueLastUpdatedAt } = secret;
  const recorded = recordItem(secretDeclaration.changes, secret, present(declared));
  return present({ ...recorded, createdAt, valueLastUpdatedAt: valueLastUpdatedAt ?? undefined });
}

export const secret: Resource<SecretInputs> = { ...plain, create, read, update, foresee };
