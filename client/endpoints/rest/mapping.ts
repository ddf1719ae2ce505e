import { invalidCall } from "../../errors/invalid-call";
import { appliesIdleTimeout, ENDPOINT_DEFAULTS } from "../defaults";
import { type EndpointInput, GRAPHQL_ONLY, type Setting } from "../settings";
import { parseGpuIds } from "../tokens";
import type { Endpoint } from "../types";
import { volumesOf } from "../volumes";
import { copiedFrom, copyOf, ownEnv } from "./copies";
import { bodyWith, changesOf, settingsIn } from "./places";
import type { RestEndpoint } from "./record";

/*
 * `places.ts` reads and writes the settings that have a path in their row of `../settings.ts`. This file handles the settings
 * that have another form in REST, and the rules between settings.
 */

/** Names of the endpoint types, in GraphQL and in REST. An unknown type keeps its name. */
const TYPES = [
  ["QB", "QUEUE"],
  ["LB", "LOAD_BALANCER"],
] as const;

export function endpointOf(record: RestEndpoint, workers?: number): Endpoint {
  const { gpu, scaling } = record;
  return {
    ...settingsIn(record),
    id: record.id,
    gpuIds: gpu === undefined ? "" : [...gpu.pools, ...gpu.excludedTypes.map((type) => `-${type}`)].join(","),
    templateId: copiedFrom(record),
    env: ownEnv(record),
    type: TYPES.find(([, rest]) => rest === record.type)?.[0] ?? record.type,
    locations: record.dataCenterIds.length === 0 ? null : record.dataCenterIds.join(","),
    scalerType: scaling.type,
    scalerValue: scaling.queueDelay ?? scaling.requestCount,
    networkVolumeId: record.networkVolumes[0] ?? null,
    workers,
    createdAt: record.createdAt,
    ...(record.type === "LOAD_BALANCER" ? { healthPath: pathOf(record.requestUrls?.health) } : {}),
  };
}

function pathOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).pathname : undefined;
}

/**
 * Returns the body of a `createEndpoint` request: the given settings, the settings that REST requires, and an execution timeout
 * that is not 0.
 */
export function createBody(operation: string, input: EndpointInput, dataCenterIds: readonly string[]): object {
  const { templateId, executionTimeoutMs = ENDPOINT_DEFAULTS.executionTimeoutMs } = input;
  if (templateId === undefined) throw invalidCall(operation, "an endpoint needs a template: set templateId");
  const beyond = GRAPHQL_ONLY.filter((setting) => input[setting] !== undefined);
  if (beyond.length > 0)
    throw invalidCall(
      operation,
      `${beyond.join(" and ")} can be saved only over GraphQL: set endpointTransport to graphql`,
    );
  const volumes = volumesOf(operation, input);
  const networkVolumeIds = volumes.length === 0 ? undefined : volumes;
  const { gpu, cpu, ...body } = bodyWith({ ...applicable(input), executionTimeoutMs, networkVolumeIds });
  return {
    ...body,
    type: restType(input.type),
    ...copyOf(templateId, input.env),
    ...(isOnCpus(input) ? { cpu } : { gpu: { ...poolsOf(input), ...gpu } }),
    scaling: { ...scalingOf(input), ...body.scaling },
    workers: { ...body.workers },
    ...(dataCenterIds.length === 0 ? {} : { dataCenterIds }),
  };
}

/** Returns the body of an `updateEndpoint` request. The body contains only settings that differ from the live endpoint. */
export function patchBody(
  operation: string,
  live: RestEndpoint,
  input: EndpointInput,
  dataCenterIds: readonly string[],
): Record<string, unknown> {
  const now = endpointOf(live);
  if (input.type !== now.type)
    throw invalidCall(
      operation,
      `an update cannot change the type of an endpoint: endpoint ${now.id} has type ${now.type}`,
    );
  const networkVolumeIds = volumesOf(operation, input, live.networkVolumes);
  const { scalerType, scalerValue } = { ...ENDPOINT_DEFAULTS, ...applicable(input) };
  const others = { scalerType, scalerValue, locations: dataCenterIds.join(), networkVolumeIds };
  const given = { ...otherLimitOf(now, input), ...applicable(input), ...others };
  const changed = changesOf(now, given);
  const changes = (...names: readonly Setting[]) => names.some((name) => name in changed);
  const body = bodyWith(changed);
  const isScaled = changes("scalerType", "scalerValue") || body.scaling !== undefined;
  return present({
    ...body,
    cpu: isOnCpus(input) ? body.cpu : undefined,
    gpu: isOnCpus(input) ? undefined : gpuPatch(changed, { gpuCount: now.gpuCount, ...given }),
    workers: body.workers && { min: input.workersMin, max: input.workersMax, ...body.workers },
    scaling: isScaled ? { ...scalingOf(given), ...bodyWith(given).scaling } : undefined,
    dataCenterIds: changes("locations") ? dataCenterIds : undefined,
  });
}

/**
 * Returns the changed settings of `gpu`, with all settings that RunPod must get together with them. RunPod drops the old
 * exclusions when it gets new pools, so a body with pools also contains the exclusions and the number of GPUs.
 */
function gpuPatch(changed: Partial<EndpointInput>, given: Partial<EndpointInput>): object | undefined {
  const { gpuCount, allowedCudaVersions, minCudaVersion } = given;
  const pools = { excludedTypes: [], ...poolsOf(given), ...bodyWith({ gpuCount }).gpu };
  const limits = bodyWith({ allowedCudaVersions, minCudaVersion }).gpu;
  const gpu = {
    ...("gpuIds" in changed || "gpuCount" in changed ? pools : {}),
    ...("allowedCudaVersions" in changed || "minCudaVersion" in changed ? limits : {}),
    ...bodyWith(changed).gpu,
  };
  return Object.keys(gpu).length === 0 ? undefined : gpu;
}

function isOnCpus({ cpu = [] }: EndpointInput): boolean {
  return cpu.length > 0;
}

function restType(type: string = ENDPOINT_DEFAULTS.type): string {
  return TYPES.find(([graphql]) => graphql === type)?.[1] ?? type;
}

function poolsOf({ gpuIds = "" }: Partial<EndpointInput>) {
  const { pools, excludedTypes } = parseGpuIds(gpuIds);
  return { pools, ...(excludedTypes.length === 0 ? {} : { excludedTypes }) };
}

/**
 * Clears one CUDA limit when an update sets the other, because RunPod accepts only one of them. An endpoint created over
 * GraphQL already has a lowest version.
 */
function otherLimitOf(
  now: Endpoint,
  { allowedCudaVersions = [], minCudaVersion }: EndpointInput,
): Partial<EndpointInput> {
  if (allowedCudaVersions.length > 0 && now.minCudaVersion) return { minCudaVersion: "" };
  return minCudaVersion && (now.allowedCudaVersions ?? []).length > 0 ? { allowedCudaVersions: [] } : {};
}

/** Returns the scaler of a create. REST requires a scaler with a value. */
function scalingOf(input: Partial<EndpointInput>): object {
  const { scalerType = ENDPOINT_DEFAULTS.scalerType, scalerValue = ENDPOINT_DEFAULTS.scalerValue } = input;
  return scalerType === "REQUEST_COUNT"
    ? { type: scalerType, requestCount: scalerValue }
    : { type: scalerType, queueDelay: scalerValue };
}

/** Returns the given settings, without an idle timeout that REST would refuse. */
function applicable(input: EndpointInput): Partial<EndpointInput> {
  return present({ ...input, idleTimeout: appliesIdleTimeout(input) ? input.idleTimeout : undefined });
}

/** Removes absent values. */
function present<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
}
