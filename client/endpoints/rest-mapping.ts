import { refuse } from "../values/refuse";
import { copiedFrom, copyOf } from "./copies";
import { appliesIdleTimeout, ENDPOINT_DEFAULTS } from "./defaults";
import type { RestEndpoint } from "./rest-record";
import { sameTokens, tokensOf } from "./tokens";
import type { Endpoint, EndpointInput } from "./transport";

/** What a job may run by the platform's documentation. Left out, an endpoint is answered with 0 (contract section 20.1). */
const EXECUTION_TIMEOUT_MS = 600_000;

/** Two names for each kind of endpoint; a kind that is unknown here keeps the name it came with. */
const TYPES = [
  ["QB", "QUEUE"],
  ["LB", "LOAD_BALANCER"],
] as const;

export function endpointOf(record: RestEndpoint, workers?: number): Endpoint {
  const { gpu, scaling } = record;
  return {
    id: record.id,
    name: record.name,
    gpuIds: gpu === undefined ? "" : [...gpu.pools, ...gpu.excludedTypes.map((type) => `-${type}`)].join(","),
    templateId: copiedFrom(record),
    type: TYPES.find(([, rest]) => rest === record.type)?.[0] ?? record.type,
    idleTimeout: record.workers.idleTimeout,
    locations: record.dataCenterIds.length === 0 ? null : record.dataCenterIds.join(","),
    flashBootType: record.flashboot,
    scalerType: scaling.type,
    scalerValue: scaling.queueDelay ?? scaling.requestCount,
    workersMin: record.workers.min,
    workersMax: record.workers.max,
    networkVolumeId: record.networkVolumes[0] ?? null,
    workers,
  };
}

/** Body of `createEndpoint`: what is given, what REST requires, and what the platform chooses badly. */
export function createBody(operation: string, input: EndpointInput, dataCenterIds: readonly string[]): object {
  const { templateId, networkVolumeId } = input;
  if (templateId === undefined) throw refuse(operation, "an endpoint needs a template");
  return {
    name: input.name,
    type: restType(input.type),
    ...copyOf(templateId),
    gpu: gpuOf(input.gpuIds),
    scaling: scalingOf(input),
    workers: given({ min: input.workersMin, max: input.workersMax, ...idleTimeoutOf(input) }),
    ...(dataCenterIds.length === 0 ? {} : { dataCenterIds }),
    ...(networkVolumeId ? { networkVolumes: [networkVolumeId] } : {}),
    ...given({ flashboot: input.flashBootType }),
    timeout: EXECUTION_TIMEOUT_MS,
  };
}

/** Body of `updateEndpoint`: what differs from the live record, so that nothing is reset that stays the same. */
export function patchBody(
  operation: string,
  live: RestEndpoint,
  input: EndpointInput,
  dataCenterIds: readonly string[],
): Record<string, unknown> {
  const now = endpointOf(live);
  if (input.type !== now.type) throw refuse(operation, `the type of an endpoint cannot change (${now.type})`);
  const patch: Record<string, unknown> = {};
  if (input.name !== now.name) patch.name = input.name;
  if (!sameTokens(input.gpuIds, now.gpuIds)) {
    // New pools forget the old exclusions, so both are said.
    patch.gpu = { excludedTypes: [], ...gpuOf(input.gpuIds), ...(live.gpu?.count ? { count: live.gpu.count } : {}) };
  }
  if (input.scalerType !== now.scalerType || input.scalerValue !== now.scalerValue) patch.scaling = scalingOf(input);
  const { idleTimeout } = idleTimeoutOf(input);
  const idles = idleTimeout !== undefined && idleTimeout !== now.idleTimeout;
  if (input.workersMin !== now.workersMin || input.workersMax !== now.workersMax || idles) {
    patch.workers = { min: input.workersMin, max: input.workersMax, ...(idles ? { idleTimeout } : {}) };
  }
  if (!sameTokens(dataCenterIds.join(), live.dataCenterIds.join())) patch.dataCenterIds = dataCenterIds;
  if (input.networkVolumeId !== now.networkVolumeId) {
    patch.networkVolumes = input.networkVolumeId ? [input.networkVolumeId] : [];
  }
  if (input.flashBootType !== now.flashBootType) patch.flashboot = input.flashBootType;
  return patch;
}

/** A request never holds a key without a value. */
function given(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function restType(type: string = ENDPOINT_DEFAULTS.type): string {
  return TYPES.find(([graphql]) => graphql === type)?.[1] ?? type;
}

function gpuOf(gpuIds: string) {
  const tokens = tokensOf(gpuIds);
  const excludedTypes = tokens.filter((token) => token.startsWith("-")).map((token) => token.slice(1));
  return {
    pools: tokens.filter((token) => !token.startsWith("-")),
    ...(excludedTypes.length === 0 ? {} : { excludedTypes }),
  };
}

/** REST takes no endpoint without it, nor a type without its value. */
function scalingOf(input: EndpointInput): object {
  const { scalerType = ENDPOINT_DEFAULTS.scalerType, scalerValue = ENDPOINT_DEFAULTS.scalerValue } = input;
  return scalerType === "REQUEST_COUNT"
    ? { type: scalerType, requestCount: scalerValue }
    : { type: scalerType, queueDelay: scalerValue };
}

function idleTimeoutOf(input: EndpointInput): { readonly idleTimeout?: number } {
  const { idleTimeout } = input;
  return appliesIdleTimeout(input) && idleTimeout !== undefined ? { idleTimeout } : {};
}
