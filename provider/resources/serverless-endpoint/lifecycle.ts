import type { Endpoint } from "../../platform";
import { createOnce } from "../create-once";
import { isAutonamed, nonceOf } from "../naming";
import { gone, readShared, unlessNotFound } from "../not-found";
import { importable } from "../projection";
import type {
  CreateRequest,
  DeleteRequest,
  FindRequest,
  ReadRequest,
  ReadResult,
  Resource,
  Traces,
  UpdateRequest,
} from "../resource";
import type { Run } from "../run";
import { serverlessEndpointChanges } from "./changes";
import { drainAndDelete, policyOf } from "./drain";
import { type ServerlessEndpointInputs, serverlessEndpointInputs } from "./inputs";
import { serverlessEndpointOutputSchema } from "./outputs";
import { createInput, endpointOutputs, isSaved, liveInputs, updateInput, wholeSet } from "./wire";

async function create(run: Run, { inputs }: CreateRequest<ServerlessEndpointInputs>) {
  const { endpoints } = run.platform;
  const isOurs = await recognizer(run, inputs);
  const endpoint = await createOnce(run, {
    what: `endpoint "${inputs.name}"`,
    nonce: nonceOf(inputs),
    send: () => endpoints.create(createInput(inputs), { signal: run.signal }),
    get: (id) => lookAt(run, id),
    lookUp: async () => (await namesakes(run, inputs)).filter(isOurs),
    ...(isAutonamed(inputs) ? { discard: (id) => discard(run, id) } : {}),
  });
  run.report(`endpoint ${endpoint.id} is created`);
  return { id: endpoint.id, outputs: outputsOf(run, endpoint, inputs) };
}

/** The platform deletes no endpoint that may have workers. This one is too young to have had a job. */
async function discard(run: Run, id: string): Promise<void> {
  const { endpoints } = run.platform;
  const endpoint = await endpoints.get(id, { signal: run.signal });
  await endpoints.update(id, { ...wholeSet(endpoint), workersMin: 0, workersMax: 0 }, { signal: run.signal });
  await endpoints.delete(id, { signal: run.signal });
}

/**
 * A generated name is a mark of its own. An explicit one is not: then it is the endpoint that was not there before
 * and holds our template, which can carry only one.
 */
async function recognizer(run: Run, inputs: ServerlessEndpointInputs): Promise<(endpoint: Endpoint) => boolean> {
  if (isAutonamed(inputs)) return () => true;
  const before = new Set((await run.platform.endpoints.list({ signal: run.signal })).map(({ id }) => id));
  return ({ id, templateId }) => !before.has(id) && templateId === inputs.templateId;
}

async function namesakes(run: Run, { name }: Partial<ServerlessEndpointInputs>): Promise<Endpoint[]> {
  return (await run.platform.endpoints.list({ signal: run.signal })).filter((endpoint) => endpoint.name === name);
}

async function find(run: Run, { inputs }: FindRequest<ServerlessEndpointInputs>): Promise<Traces> {
  const ids = (await namesakes(run, inputs)).map(({ id }) => id);
  return isAutonamed(inputs) ? { made: ids, alike: [] } : { made: [], alike: ids };
}

async function read(run: Run, { id, declared: recorded }: ReadRequest): Promise<ReadResult> {
  const endpoint = await readShared(run.platform.endpoints, id, run.signal);
  if (endpoint === undefined) return undefined;
  const declared = recorded ?? importable(serverlessEndpointChanges, { ...wholeSet(endpoint) });
  return { inputs: liveInputs(endpoint, declared), outputs: outputsOf(run, endpoint, declared) };
}

async function update(run: Run, { id, olds, news, state }: UpdateRequest<ServerlessEndpointInputs>) {
  const endpoint = await lookAt(run, id);
  if (endpoint === undefined) throw gone(`endpoint ${id}`);
  const input = updateInput(endpoint, { olds, news, state });
  const saved = isSaved(endpoint, input)
    ? endpoint
    : await run.platform.endpoints.update(id, input, { signal: run.signal });
  return { outputs: outputsOf(run, saved, news) };
}

async function remove(run: Run, { id, inputs }: DeleteRequest<ServerlessEndpointInputs>): Promise<void> {
  const endpoint = await lookAt(run, id);
  if (endpoint !== undefined) await drainAndDelete(run, endpoint, policyOf(inputs));
}

function lookAt(run: Run, id: string): Promise<Endpoint | undefined> {
  return unlessNotFound(run.platform.endpoints.get(id, { signal: run.signal }));
}

function outputsOf(run: Run, endpoint: Endpoint, declared: object) {
  return endpointOutputs(endpoint, { ...declared }, `${run.platform.serverlessUrl}/v2/${endpoint.id}`);
}

export const serverlessEndpoint: Resource<ServerlessEndpointInputs> = {
  kind: "ServerlessEndpoint",
  inputs: serverlessEndpointInputs,
  outputs: serverlessEndpointOutputSchema,
  changes: serverlessEndpointChanges,
  secrets: [],
  autoname: true,
  create,
  find,
  list: (run) => run.platform.endpoints.list({ signal: run.signal }),
  read,
  update,
  delete: remove,
};
