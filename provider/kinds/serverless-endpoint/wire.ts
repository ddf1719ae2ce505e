import type { Endpoint, EndpointInput } from "../../../client";
import { givenValue, sameMeaning } from "../../../kernel/meaning";
import { present, type Values } from "../../../kernel/values";
import { creatorKey } from "../../creating/creator";
import { requireMarker } from "../../planning/marker";
import { patchOf, rowOf } from "../../planning/patch";
import { project, record } from "../../planning/projection";
import { type Row, renews } from "../../planning/rules";
import { isLeftAlone, type Truths } from "../../planning/truths";
import { type ServerlessEndpointInputs, serverlessEndpointDeclaration } from "./serverless-endpoint";
import { volumeInputs, volumesAfter } from "./volumes";

const { changes } = serverlessEndpointDeclaration;

/** Table rows of the inputs that a save sends. */
const wireRows = changes.rows.filter(({ path }) => changes.updatable.includes(path));

/** Returns only the declared inputs. RunPod chooses the other settings. */
export function createInput(inputs: ServerlessEndpointInputs): EndpointInput {
  const { name = requireMarker(inputs), templateId } = inputs;
  const values: Values = inputs;
  const given = Object.fromEntries(wireRows.map((row) => [row.path, givenValue(row, values[row.path])]));
  return { ...present(given), name, templateId };
}

/**
 * Returns the live values of all fields, with the changes of the update. A save may reset a field that is missing.
 * RunPod does not report an idle timeout that does not apply yet, so this function uses the program's value.
 */
export function updateInput(endpoint: Endpoint, truths: Truths<ServerlessEndpointInputs>): EndpointInput {
  const { news } = truths;
  const stays = (name: string) => isLeftAlone(rowOf(changes, name), name, truths);
  const sent = Object.entries(patchOf(changes, { ...endpoint }, truths));
  const overlay = Object.fromEntries(sent.filter(([name]) => !volumeInputs.includes(name)));
  const { idleTimeout = news.idleTimeout } = endpoint;
  return {
    ...wholeSet(endpoint),
    idleTimeout,
    ...overlay,
    ...otherCudaLimit(endpoint, overlay),
    // `env` overrides the template, and a save replaces the whole environment. REST reports the template only for
    // Podwright's own copies.
    ...(stays("env") ? {} : { templateId: news.templateId, env: { ...news.env, ...markIn(endpoint) } }),
    ...(volumeInputs.every(stays) ? {} : volumesAfter(endpoint, truths)),
  };
}

/** Returns the variable by which Podwright recognizes the endpoint. The program does not know it. */
function markIn({ env }: Endpoint): Record<string, string> {
  const mark = env?.[creatorKey];
  return mark === undefined ? {} : { [creatorKey]: mark };
}

/** Removes the CUDA limit that the program does not set, because RunPod accepts only one of the two limits. */
function otherCudaLimit(endpoint: Endpoint, { allowedCudaVersions, minCudaVersion }: Values): Partial<EndpointInput> {
  const allows = (versions: unknown) => Array.isArray(versions) && versions.length > 0;
  if (allows(allowedCudaVersions) && endpoint.minCudaVersion) return { minCudaVersion: "" };
  return minCudaVersion && allows(endpoint.allowedCudaVersions) ? { allowedCudaVersions: [] } : {};
}

export function wholeSet({
  id: _id,
  workers: _workers,
  healthPath: _path,
  createdAt: _at,
  ...input
}: Endpoint): EndpointInput {
  return input;
}

/** Tells whether the endpoint already has every setting of this input. */
export function isSaved(endpoint: Endpoint, input: EndpointInput): boolean {
  return wireRows.every((row) => agree(row, endpoint, input));
}

/** Tells whether a save of this input renews the workers. */
export function renewsWorkers(endpoint: Endpoint, input: EndpointInput): boolean {
  return wireRows.some((row) => row.change === renews && !agree(row, endpoint, input));
}

function agree(row: Row, endpoint: Endpoint, input: EndpointInput): boolean {
  return sameMeaning(row, endpoint[row.path as keyof EndpointInput], input[row.path as keyof EndpointInput]);
}

export function liveInputs(endpoint: Endpoint, declared: Values): Values {
  return project(changes, declared, { ...wholeSet(endpoint) });
}

export function endpointOutputs(endpoint: Endpoint, declared: Values): Values {
  return record(changes, declared, { ...wholeSet(endpoint) });
}
