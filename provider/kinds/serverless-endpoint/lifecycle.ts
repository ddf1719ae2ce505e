import { type Endpoint, endpointUrl } from "../../../client";
import { createOnce } from "../../creating/creation";
import { recognisedByName, tracesByName } from "../../creating/lookup-by-name";
import { messageOf, OperationError } from "../../operations/errors";
import { gone, readShared, unlessNotFound } from "../../operations/not-found";
import { gpuOfEndpoint, remembering } from "../../operations/remembering";
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
import { importable } from "../../planning/projection";
import { drainAndDelete, policyOf } from "./drain";
import { asTold, inTheWordsOf } from "./normalize";
import { type ServerlessEndpointInputs, serverlessEndpointDeclaration } from "./serverless-endpoint";
import { createInput, endpointOutputs, isSaved, liveInputs, updateInput, wholeSet } from "./wire";

async function create(run: Run, { inputs }: CreateRequest<ServerlessEndpointInputs>) {
  const { endpoints } = run.platform;
  // A template carries one endpoint: the one of ours that holds it.
  const resembles = ({ templateId }: Endpoint) => templateId === inputs.templateId;
  const endpoint = await createOnce(run, {
    what: `endpoint "${inputs.name}"`,
    ...(await recognisedByName(run, {
      collection: endpoints,
      inputs,
      resembles,
      discard: (id, signal) => discard(run, id, signal),
    })),
    send: (options) => endpoints.create(createInput(inputs), options),
  }).catch((error: unknown) => {
    throw isBound(error) ? new OperationError(`${messageOf(error)} ${whenBound}`) : error;
  });
  run.report(`endpoint ${endpoint.id} is created`);
  // Nothing more is asked: what exists must get into the state.
  return { id: endpoint.id, outputs: outputsOf(run, inTheWordsOf(inputs, endpoint), inputs) };
}

/** The engine asks the provider for the order of a replacement only where the provider is asked for differences. */
const whenBound =
  'If this is a replacement by "pulumi up --target-replace" or "pulumi state taint", or one that replaceWith asks for, Pulumi creates the new endpoint first: give the endpoint the resource option deleteBeforeReplace: true. Otherwise give it a template of its own.';

function isBound(error: unknown): boolean {
  return messageOf(error).includes("template is already bound to another endpoint");
}

/** The platform deletes no endpoint that may have workers. This one is too young to have had a job. */
async function discard(run: Run, id: string, signal: AbortSignal): Promise<void> {
  const { endpoints } = run.platform;
  const endpoint = await endpoints.get(id, { signal });
  await endpoints.update(id, { ...wholeSet(endpoint), workersMin: 0, workersMax: 0 }, { signal });
  await endpoints.delete(id, { signal });
}

function find(run: Run, { inputs }: FindRequest<ServerlessEndpointInputs>): Promise<Traces> {
  return tracesByName(run, { collection: run.platform.endpoints, inputs });
}

async function read(run: Run, { id, declared: recorded }: ReadRequest): Promise<ReadResult> {
  const found = await readShared(run.platform.endpoints, id, run.signal);
  if (found === undefined) return undefined;
  const endpoint = await asTold(run, found, recorded);
  const declared = recorded ?? importable(serverlessEndpointDeclaration.changes, { ...wholeSet(endpoint) });
  return { inputs: liveInputs(endpoint, declared), outputs: outputsOf(run, endpoint, declared) };
}

async function update(run: Run, { id, olds, news, state }: UpdateRequest<ServerlessEndpointInputs>) {
  const endpoint = await lookAt(run, id);
  if (endpoint === undefined) throw gone(`endpoint ${id}`);
  const input = updateInput(endpoint, { olds, news, state });
  const saved = isSaved(endpoint, input)
    ? endpoint
    : await run.platform.endpoints.update(id, input, { signal: run.signal });
  return { outputs: outputsOf(run, await asTold(run, saved, news), news) };
}

async function remove(run: Run, { id, inputs }: DeleteRequest<ServerlessEndpointInputs>): Promise<void> {
  const endpoint = await lookAt(run, id);
  if (endpoint !== undefined) await drainAndDelete(run, endpoint, policyOf(inputs));
}

function lookAt(run: Run, id: string): Promise<Endpoint | undefined> {
  return unlessNotFound(run.platform.endpoints.get(id, { signal: run.signal }));
}

function outputsOf(run: Run, endpoint: Endpoint, declared: object) {
  return endpointOutputs(endpoint, { ...declared }, endpointUrl(run.platform, endpoint));
}

export const serverlessEndpoint: Resource<ServerlessEndpointInputs> = remembering({
  ...serverlessEndpointDeclaration,
  create,
  find,
  list: (run) => run.platform.endpoints.list({ signal: run.signal }),
  read,
  update,
  delete: remove,
  gpuOf: gpuOfEndpoint,
});
