import { invalidCall } from "../../errors/invalid-call";
import { type Meaning, valueToSend } from "../../values/meaning";
import { appliesIdleTimeout, ENDPOINT_DEFAULTS } from "../defaults";
import { parseGpuIds, tokensOf } from "../tokens";
import type { Endpoint, EndpointInput, RestEndpoint } from "../types";
import { volumesOf } from "../volumes";
import { copiedFrom, copyOf, ownEnv } from "./copies";

/** The names of each endpoint type, GraphQL's and REST's; an unknown type keeps its name. */
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
    cpu: record.cpu,
    templateId: copiedFrom(record),
    env: ownEnv(record),
    type: TYPES.find(([, rest]) => rest === record.type)?.[0] ?? record.type,
    idleTimeout: record.workers.idleTimeout,
    locations: record.dataCenterIds.length === 0 ? null : record.dataCenterIds.join(","),
    flashBootType: record.flashboot,
    scalerType: scaling.type,
    scalerValue: scaling.queueDelay ?? scaling.requestCount,
    workersMin: record.workers.min,
    workersMax: record.workers.max,
    networkVolumeId: record.networkVolumes[0] ?? null,
    networkVolumeIds: record.networkVolumes,
    gpuCount: gpu?.count ?? undefined,
    executionTimeoutMs: record.timeout,
    allowedCudaVersions: gpu?.allowedCudaVersions,
    minCudaVersion: gpu?.minCudaVersion,
    workers,
    createdAt: record.createdAt,
    ...(record.type === "LOAD_BALANCER" ? { healthPath: pathOf(record.requestUrls?.health) } : {}),
  };
}

function pathOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).pathname : undefined;
}

/** Body of `createEndpoint`: the given settings, the settings that REST requires, and a usable execution timeout. */
export function createBody(operation: string, input: EndpointInput, dataCenterIds: readonly string[]): object {
  const { templateId } = input;
  if (templateId === undefined) throw invalidCall(operation, "an endpoint needs a template");
  const networkVolumes = volumesOf(operation, input);
  return {
    name: input.name,
    type: restType(input.type),
    ...copyOf(templateId, input.env),
    ...(isOnCpus(input) ? { cpu: input.cpu } : { gpu: { ...gpuOf(input), ...cudaOf(input) } }),
    scaling: scalingOf(input),
    workers: given({ min: input.workersMin, max: input.workersMax, ...idleTimeoutOf(input) }),
    ...(dataCenterIds.length === 0 ? {} : { dataCenterIds }),
    ...(networkVolumes.length === 0 ? {} : { networkVolumes }),
    ...given({ flashboot: input.flashBootType }),
    timeout: input.executionTimeoutMs ?? ENDPOINT_DEFAULTS.executionTimeoutMs,
  };
}

const asTokens = (text: unknown) => [...new Set(tokensOf(String(text ?? "")))].sort();

/** How settings are compared that have several spellings. */
const meanings: Partial<Record<keyof EndpointInput, Meaning>> = {
  gpuIds: { unset: "", compare: asTokens },
  locations: { compare: asTokens },
  networkVolumeIds: { compare: "set" },
  allowedCudaVersions: { compare: (versions) => [...((versions as string[] | null) ?? [])].sort() },
  minCudaVersion: { compare: (version) => version ?? "" },
  scalerType: { unset: ENDPOINT_DEFAULTS.scalerType },
  scalerValue: { unset: ENDPOINT_DEFAULTS.scalerValue },
};

/** Body of `updateEndpoint`: only differences from the live record, so that equal settings are not reset. */
export function patchBody(
  operation: string,
  live: RestEndpoint,
  input: EndpointInput,
  dataCenterIds: readonly string[],
): Record<string, unknown> {
  const now = endpointOf(live);
  if (input.type !== now.type) throw invalidCall(operation, `the type of an endpoint cannot change (${now.type})`);
  const networkVolumeIds = volumesOf(operation, input, live.networkVolumes);
  const { idleTimeout } = idleTimeoutOf(input);
  const cuda = { ...otherLimitOf(now, input), ...cudaOf(input) };
  const wanted: EndpointInput = { ...input, ...cuda, idleTimeout, locations: dataCenterIds.join(), networkVolumeIds };
  const differs = (...names: (keyof EndpointInput)[]) =>
    names.some((name) => valueToSend(meanings[name] ?? {}, wanted[name], now[name]) !== undefined);
  // RunPod drops the old exclusions with new pools, so the body has both.
  const pools = { excludedTypes: [], ...gpuOf({ ...input, gpuCount: input.gpuCount ?? now.gpuCount }) };
  const gpu = {
    ...(differs("gpuIds", "gpuCount") && pools),
    ...(differs("allowedCudaVersions", "minCudaVersion") && cuda),
  };
  const hardware = isOnCpus(input) ? differs("cpu") && { cpu: input.cpu } : Object.keys(gpu).length > 0 && { gpu };
  const workers = { min: input.workersMin, max: input.workersMax, ...(differs("idleTimeout") && { idleTimeout }) };
  return {
    ...(differs("name") && { name: input.name }),
    ...hardware,
    ...(differs("executionTimeoutMs") && { timeout: input.executionTimeoutMs }),
    ...(differs("scalerType", "scalerValue") && { scaling: scalingOf(input) }),
    ...(differs("workersMin", "workersMax", "idleTimeout") && { workers }),
    ...(differs("locations") && { dataCenterIds }),
    ...(differs("networkVolumeIds") && { networkVolumes: networkVolumeIds }),
    ...(differs("flashBootType") && { flashboot: input.flashBootType }),
  };
}

function isOnCpus({ cpu = [] }: EndpointInput): boolean {
  return cpu.length > 0;
}

/** Drops keys without a value. */
function given(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function restType(type: string = ENDPOINT_DEFAULTS.type): string {
  return TYPES.find(([graphql]) => graphql === type)?.[1] ?? type;
}

function gpuOf({ gpuIds = "", gpuCount }: EndpointInput) {
  const { pools, excludedTypes } = parseGpuIds(gpuIds);
  return { pools, ...(excludedTypes.length === 0 ? {} : { excludedTypes }), ...given({ count: gpuCount }) };
}

function cudaOf({ allowedCudaVersions, minCudaVersion }: EndpointInput) {
  return given({ allowedCudaVersions, minCudaVersion });
}

/** RunPod takes one of the two limits, so a body that sets one clears the other. An endpoint made over GraphQL has a lowest version. */
function otherLimitOf(
  now: Endpoint,
  { allowedCudaVersions = [], minCudaVersion }: EndpointInput,
): Partial<EndpointInput> {
  if (allowedCudaVersions.length > 0 && now.minCudaVersion) return { minCudaVersion: "" };
  return minCudaVersion && (now.allowedCudaVersions ?? []).length > 0 ? { allowedCudaVersions: [] } : {};
}

/** REST requires it, and a value with the type. */
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
