import type { Endpoint, EndpointInput } from "../../../client";
import { sameMeaning } from "../../planning/changes";
import { requireMarker } from "../../planning/marker";
import { project, record } from "../../planning/projection";
import { type Change, renews } from "../../planning/rules";
import { present, type Values } from "../../values/values";
import { type ServerlessEndpointInputs, serverlessEndpointDeclaration } from "./serverless-endpoint";
import { volumeInputs, volumesAfter } from "./volumes";

type EndpointChange = Change<ServerlessEndpointInputs>;

const { changes } = serverlessEndpointDeclaration;

/** The rows of the inputs that a save sends. */
const wireRows = changes.rows.filter(({ path }) => changes.updatable.includes(path));

/** The declared inputs only. RunPod chooses the other settings. */
export function createInput(inputs: ServerlessEndpointInputs): EndpointInput {
  const { name = requireMarker(inputs), templateId } = inputs;
  const given = Object.fromEntries(wireRows.map(({ path }) => [path, inputOf(inputs, path)]));
  return { ...present(given), name, templateId };
}

/**
 * All fields, because a save may reset a missing one. The live values, overlaid with the program's changes and with changes
 * that the last update did not reach. Inputs that the program leaves out or ignores keep their live values. An idle timeout
 * that does not apply yet comes from the program.
 */
export function updateInput(endpoint: Endpoint, { olds, news, state }: EndpointChange): EndpointInput {
  const changed = wireRows.filter((row) => {
    const wanted = inputOf(news, row.path);
    const unreached = row.path in state && !sameMeaning(row, state[row.path], wanted);
    const begins = row.platformKeys === undefined && isUndefined(olds, row.path) && !isUndefined(news, row.path);
    return (
      unreached ||
      !sameMeaning(row, inputOf(olds, row.path), wanted) ||
      (begins && !sameMeaning(row, inputOf(endpoint, row.path), wanted))
    );
  });
  const others = changed.filter(({ path }) => !volumeInputs.includes(path));
  const overlay = Object.fromEntries(
    others.map(({ path, unset, removed }) => [path, inputOf(news, path) ?? removed ?? unset ?? null]),
  );
  const volumes = others.length === changed.length ? {} : volumesAfter(endpoint, { olds, news, state });
  const { idleTimeout = news.idleTimeout } = endpoint;
  // `env` overlays a template, and REST reports the template only for Podwright's own copies.
  const template = "env" in overlay ? { templateId: news.templateId } : {};
  return {
    ...wholeSet(endpoint),
    idleTimeout,
    ...overlay,
    ...otherCudaLimit(endpoint, overlay),
    ...template,
    ...volumes,
  };
}

/** RunPod accepts only one of the two limits. An update that sets one removes the other, whoever set it. */
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

/** Whether saving the input would change anything. */
export function isSaved(endpoint: Endpoint, input: EndpointInput): boolean {
  return wireRows.every((row) => agree(row, endpoint, input));
}

/** Whether saving the input renews the workers. */
export function renewsWorkers(endpoint: Endpoint, input: EndpointInput): boolean {
  return wireRows.some((row) => row.change === renews && !agree(row, endpoint, input));
}

function agree(row: (typeof wireRows)[number], endpoint: Endpoint, input: EndpointInput): boolean {
  return sameMeaning(row, inputOf(endpoint, row.path), inputOf(input, row.path));
}

export function liveInputs(endpoint: Endpoint, declared: Values): Values {
  return project(changes, declared, { ...wholeSet(endpoint) });
}

export function endpointOutputs(endpoint: Endpoint, declared: Values): Values {
  return record(changes, declared, { ...wholeSet(endpoint) });
}

/** Whether an input means the same on both sides. A name that is no input of a save counts as the same. */
export function sameInput(name: string, a: Values, b: Values): boolean {
  const row = wireRows.find(({ path }) => path === name);
  return row === undefined || sameMeaning(row, inputOf(a, name), inputOf(b, name));
}

function isUndefined(values: object, name: string): boolean {
  return (values as Values)[name] === undefined;
}

/** An empty text means the same as an absent input. */
function inputOf(values: object, name: string): unknown {
  const value = (values as Values)[name];
  return value === "" ? undefined : value;
}
