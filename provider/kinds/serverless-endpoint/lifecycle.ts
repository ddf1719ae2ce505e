import { type Endpoint, type EndpointInput, endpointUrl } from "../../../client";
import { messageOf } from "../../../kernel/plain-text";
import { hiddenIn, pick, present, type Values } from "../../../kernel/values";
import { Creation } from "../../creating/creation";
import { creatorKey, encodeCreator } from "../../creating/creator";
import { leftoversByName, lookupByName } from "../../creating/lookup-by-name";
import { takingOver } from "../../creating/take-over";
import { createdByStack } from "../../creating/unrecorded";
import { gpuOfEndpoint, remembering } from "../../lifecycle/remembering";
import { awaitShown, keepingUnshown } from "../../lifecycle/shown";
import { replaceIt } from "../../lifecycle/unfinished";
import { requireMarker } from "../../planning/marker";
import { importable } from "../../planning/projection";
import { OperationError } from "../../pulumi/errors";
import { confirmGone, gone, readShared, unlessNotFound } from "../../session/not-found";
import type { DeleteRequest, ReadRequest, ReadResult, Resource, UpdateRequest } from "../../session/resource";
import type { Run } from "../../session/run";
import type { Watched } from "../../session/watched";
import { ownKeys } from "../container";
import { drainAndDelete, drainPolicy, readBeforeDelete } from "./drain";
import { beforeDrain, describeNumbers, hasNoWorkers, unfinishedDrain, withPlainName } from "./drain-mark";
import { foreseePorts, healthPathOf } from "./load-balancer";
import { foreseeLostJobs } from "./lost-jobs";
import { completeFromOtherApi, keepProgramSpelling, refuseHiddenPlaces } from "./normalize";
import { renewedTemplate, type ServerlessEndpointInputs, serverlessEndpointDeclaration } from "./serverless-endpoint";
import { reapplyTemplate, renewCopy, serveOrRestore } from "./serving/rollback";
import { readRollout } from "./serving/rollout";
import { recordServed, servedIn, servedOutput, servedTemplate, servedWith } from "./serving/served";
import { awaitServing, type Deployment } from "./serving/serving";
import { endpointTraces, foreseeBound, whoIsBound } from "./traces";
import { createInput, endpointOutputs, isSaved, liveInputs, renewsWorkers, updateInput, wholeSet } from "./wire";

async function create(run: Run, inputs: ServerlessEndpointInputs) {
  const { endpoints } = run.platform;
  const { name = requireMarker(inputs), templateId } = inputs;
  const healthPath = await healthPathOf(run, inputs);
  const lookup = await lookupByName(run, {
    what: `endpoint "${name}"`,
    collection: endpoints,
    markers: inputs,
    name,
    // Only one endpoint uses a template at a time.
    resembles: (endpoint) => endpoint.templateId === templateId,
    delete: (id, signal) => deleteDuplicate(run, id, signal),
  });
  const endpoint = await new Creation<Endpoint>(run, lookup)
    .create((options) => endpoints.create(markedInput(run, inputs), options))
    .catch(async (error: unknown) => {
      const advice = isBound(error)
        ? await whoIsBound(run, templateId)
        : isOverQuota(error)
          ? whenOverQuota
          : undefined;
      throw advice === undefined ? error : new OperationError(`${messageOf(error)} ${advice}`);
    });
  run.report(`endpoint ${endpoint.id} is created`);
  const templateRevision = run.recorded?.followed.get(templateId)?.revision;
  const outputs = outputsOf(run, keepProgramSpelling(inputs, endpoint), inputs, { templateRevision, healthPath });
  const deadline = run.clock.now() + run.timeoutMs;
  await awaitShown(run, watchedEndpoints, { kind: "endpoint", id: endpoint.id, name: endpoint.name, outputs });
  const serving = await awaitServing(run, { during: "create", endpoint, inputs, outputs, deadline });
  return { id: endpoint.id, outputs: await recordServed(run, endpoint, inputs, serving) };
}

/**
 * Adds the creation's mark to the environment. Only an endpoint over REST has its own copy of the template, which can
 * contain the mark.
 */
function markedInput(run: Run, inputs: ServerlessEndpointInputs): EndpointInput {
  const input = createInput(inputs);
  if (run.transport?.name !== "rest" || run.stack === undefined) return input;
  const mark = encodeCreator({ ...run.stack, name: run.name, marker: requireMarker(inputs) });
  return { ...input, env: { ...input.env, [creatorKey]: mark } };
}

function isBound(error: unknown): boolean {
  return messageOf(error).includes("template is already bound to another endpoint");
}

const whenOverQuota =
  "If this is a replacement, Pulumi creates the new endpoint before it deletes the old one, and the quota counts both: give the endpoint the resource option deleteBeforeReplace: true.";

function isOverQuota(error: unknown): boolean {
  return messageOf(error).includes("workers quota");
}

/**
 * Deletes a duplicate. It sets the workers to zero first, because RunPod refuses to delete an endpoint with workers. A
 * duplicate is too young to have jobs.
 */
async function deleteDuplicate(run: Run, id: string, signal: AbortSignal): Promise<void> {
  const { endpoints } = run.platform;
  const endpoint = await endpoints.get(id, { signal });
  await endpoints.update(id, { ...wholeSet(endpoint), workersMin: 0, workersMax: 0 }, { signal });
  await endpoints.delete(id, { signal });
}

async function read(run: Run, { id, declared: recorded, state = {} }: ReadRequest): Promise<ReadResult> {
  const found = await readShared(run.platform.endpoints, id, run.signal);
  if (found === undefined) return undefined;
  const endpoint = await completeFromOtherApi(run, withPlainName(found), recorded);
  const { changes } = serverlessEndpointDeclaration;
  const env = endpoint.env && ownKeys(endpoint.env);
  const declared = recorded ?? importable(changes, { ...pick({ ...endpoint }, changes.observed), env });
  return { inputs: liveInputs(endpoint, declared), outputs: outputsOf(run, endpoint, declared, state) };
}

async function update(run: Run, { id, olds, news, state, found: show }: UpdateRequest<ServerlessEndpointInputs>) {
  const deadline = run.clock.now() + run.timeoutMs;
  const onPlatform = await readEndpoint(run, id);
  if (onPlatform === undefined) throw gone(`endpoint ${id}`);
  const found = beforeDrain(onPlatform);
  show?.(outputsOf(run, found, olds, state));
  await refuseHiddenPlaces(run, found, { olds, news });
  const input = updateInput(found, { olds, news, state });
  const followed = (template: string) => run.recorded?.followed.get(template);
  const renewed = renewedTemplate({ olds, news, state, followed });
  const healthPath = news.templateId !== olds.templateId || renewed ? await healthPathOf(run, news) : undefined;
  const isRenewed = renewsWorkers(found, input) || renewed !== undefined;
  const before = isRenewed ? await readRollout(run.platform, id, run.signal) : undefined;
  const template = renewed && (await reapplyTemplate(run, news.templateId, renewed));
  const save = (settings: EndpointInput) => run.platform.endpoints.update(id, settings, { signal: run.signal });
  const isKept = isSaved(onPlatform, input);
  const endpoint = isKept ? found : await save(input);
  if (renewed !== undefined) await renewCopy(run, id, news.templateId);
  const known = news.templateId === olds.templateId ? state.templateRevision : undefined;
  const { revision: templateRevision = known } = followed(news.templateId) ?? {};
  const served =
    servedIn(state) ??
    servedWith(olds, found, {
      templateRevision: state.templateRevision ?? renewed?.before,
      template: template?.former && servedTemplate(news.templateId, template.former),
    });
  const outputs = outputsOf(run, await completeFromOtherApi(run, endpoint, news), news, {
    templateRevision,
    healthPath,
    healthUrl: state.healthUrl,
    [servedOutput]: served,
  });
  const deployment: Deployment = { during: "update", endpoint, inputs: news, outputs, deadline, before };
  if (news.rollback !== true) return { outputs: await awaitServing(run, deployment) };
  const former = {
    served,
    now: news,
    template: template ?? followed(news.templateId),
    save,
    // The hidden values come from this update.
    outputsOf: async (restored: Endpoint) =>
      outputsOf(
        run,
        await completeFromOtherApi(run, restored, olds),
        { ...hiddenIn({ ...news }), ...olds },
        {
          templateRevision: served.templateRevision,
          healthUrl: state.healthUrl,
          [servedOutput]: served,
        },
      ),
  };
  const serving = await serveOrRestore(run, deployment, former);
  return { outputs: await recordServed(run, endpoint, news, serving) };
}

/**
 * Finds an interrupted drain, which the state does not show. Without this search, an unchanged program would leave the
 * endpoint without workers. If the worker numbers are zero for another reason, a user may have chosen that. A refresh
 * then shows it.
 */
async function lookAgain(run: Run, { id, olds, state }: UpdateRequest<ServerlessEndpointInputs>): Promise<Values> {
  const endpoint = await run.platform.endpoints.find(id, { signal: run.signal });
  if (endpoint === undefined) return {};
  const restores = unfinishedDrain(endpoint);
  const { workersMin, workersMax } = { ...state, ...olds };
  if (restores === undefined && hasNoWorkers(endpoint) && Number(workersMax) > 0) {
    const known = describeNumbers({ workersMin: Number(workersMin ?? 0), workersMax: Number(workersMax) });
    run.warn(
      `RunPod has ${describeNumbers(endpoint)} for endpoint ${id}, and the state has ${known}: the endpoint has no workers. "pulumi up --refresh" restores the declared numbers`,
    );
  }
  return present({ unfinishedDrain: restores });
}

async function foresee(run: Run, request: UpdateRequest<ServerlessEndpointInputs>): Promise<string[]> {
  return [...(await foreseePorts(run, request.news)), ...(await foreseeOwnEnv(run, request))];
}

/** Foresees workers that never become ready, and RunPod's refusal of a template that another endpoint uses. */
async function foreseeCreate(run: Run, inputs: Partial<ServerlessEndpointInputs>): Promise<string[]> {
  return [...(await foreseePorts(run, inputs)), ...(await foreseeBound(run, inputs))];
}

/**
 * Warns of `env` for an endpoint from GraphQL. Such an endpoint has no copy of its template, and only a copy can
 * contain the endpoint's own variables.
 */
async function foreseeOwnEnv(run: Run, { id, news }: UpdateRequest<ServerlessEndpointInputs>): Promise<string[]> {
  if (Object.keys(news.env ?? {}).length === 0) return [];
  const { endpoints } = run.platform;
  const { signal } = run;
  const endpoint = await endpoints.find(id, { signal });
  if (endpoint === undefined || endpoint.env !== undefined) return [];
  if ((await endpoints.complete(endpoint, { signal })).templateId !== news.templateId) return [];
  return [
    `Podwright will refuse the update: endpoint ${id} uses template ${news.templateId} directly, and env needs a copy of the template. Put the variables into the template's env, or replace the endpoint, because a new endpoint over REST has a copy: ${replaceIt(run, "endpoint")}`,
  ];
}

async function remove(run: Run, { id, inputs }: DeleteRequest<ServerlessEndpointInputs>): Promise<void> {
  const endpoint = await readBeforeDelete(run, id, run.signal);
  if (endpoint === undefined) return await confirmGone(run, run.platform.endpoints, `endpoint ${id}`);
  await drainAndDelete(run, endpoint, drainPolicy(inputs));
}

function readEndpoint(run: Run, id: string): Promise<Endpoint | undefined> {
  return unlessNotFound(run.platform.endpoints.get(id, { signal: run.signal }));
}

/**
 * Returns the outputs. `known` has values that an update found or recorded. RunPod reports only one of them, the health
 * path over REST.
 */
function outputsOf(run: Run, endpoint: Endpoint, declared: object, known: Values): Values {
  const url = endpointUrl(run.platform, endpoint);
  const { ready, templateRevision, healthPath = endpoint.healthPath } = known;
  const healthUrl = healthPath === undefined ? known.healthUrl : `${url}${healthPath}`;
  const kept = "rollback" in declared && declared.rollback === true ? pick(known, [servedOutput]) : {};
  const outputs = present({ healthUrl, ready, templateRevision });
  return { ...endpointOutputs(endpoint, { ...declared }), url, ...outputs, ...kept };
}

/** Reads endpoints. Over REST, reading one endpoint takes two requests, and the list of all endpoints takes one. */
const watchedEndpoints: Watched<Endpoint> = {
  read: async ({ endpoints }, _ids, signal) => {
    const found = new Map((await endpoints.list({ signal })).map((endpoint) => [endpoint.id, endpoint]));
    return async (id) => found.get(id) ?? (await unlessNotFound(endpoints.get(id, { signal })));
  },
};

const plain: Resource<ServerlessEndpointInputs> & Required<Pick<Resource<ServerlessEndpointInputs>, "gpuOf">> = {
  ...serverlessEndpointDeclaration,
  create,
  createdByStack: (run) => createdByStack(run, endpointTraces),
  findLeftovers: (run, inputs) => leftoversByName(run, run.platform.endpoints, inputs),
  list: (run) => run.platform.endpoints.list({ signal: run.signal }),
  read,
  update,
  foresee,
  foreseeCreate,
  foreseeDelete: foreseeLostJobs,
  lookAgain,
  delete: remove,
  gpuOf: gpuOfEndpoint,
};

export const serverlessEndpoint: Resource<ServerlessEndpointInputs> = remembering(
  keepingUnshown<ServerlessEndpointInputs, typeof plain, Endpoint>(
    { ...plain, ...takingOver(plain, endpointTraces) },
    "endpoint",
    watchedEndpoints,
  ),
);
