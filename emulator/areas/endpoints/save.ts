import { unknownPlace } from "../../platform/locations";
import type { Platform } from "../../platform/platform";
import { release } from "../../platform/usage";
import { defined } from "../../records/container";
import { type Endpoint, newEndpoint, settingsOf } from "../../records/endpoint";
import { listOf, parseGpuIds, parseInstance } from "../../records/endpoint-hardware";
import { defaultSettings, type EndpointSettings, endpointRows } from "../../records/endpoint-settings";
import { findTemplate } from "../../records/public-templates";
import { findCpu, gpuPools } from "../../stock/hardware";
import { halt } from "../execution/perform";
import { stopWorker } from "../workers/lifecycle";
import { firstRelease, releasing } from "../workers/releases";
import { reconcile } from "../workers/workers";
import { quotaRefusal } from "./quota";

/** A refusal over GraphQL, which has a message and no status. */
export class SaveError extends Error {}

export type SaveInput = { readonly id?: string | undefined } & {
  readonly [K in keyof EndpointSettings]?: EndpointSettings[K] | undefined;
};

/**
 * Creates an endpoint, or updates it if the input has an id. The setting `saveEndpoint` decides what happens to fields that an
 * update omits.
 */
export function saveEndpoint(platform: Platform, { id, ...input }: SaveInput): Endpoint {
  const present = id === undefined ? undefined : findEndpoint(platform, id);
  if (present) checkModify(input);
  const base =
    present && platform.settings.saveEndpoint !== "replace"
      ? settingsOf(present)
      : { ...defaultSettings, ...fixed(present) };
  const sent = defined(input);
  const next = { ...base, ...sent } as EndpointSettings;
  if (!present && sent.type === undefined && !platform.settings.endpointTypeOptional)
    throw new SaveError("type is required");
  checkNames(platform, sent);
  if (sent.gpuIds !== undefined && sent.instanceIds === undefined) next.instanceIds = [];
  check(platform, next, present);
  if (!present) return addEndpoint(platform, withCudaFloor(platform, next, sent));
  changeEndpointSettings(platform, present, next);
  return present;
}

/** Sets `minCudaVersion` on GPU endpoints created over GraphQL, as RunPod does. A later REST PATCH has to respect this limit. */
function withCudaFloor(
  { settings }: Platform,
  next: EndpointSettings,
  sent: Partial<EndpointSettings>,
): EndpointSettings {
  const isChosen = sent.minCudaVersion !== undefined || next.allowedCudaVersions !== "";
  return isChosen || next.instanceIds.length > 0 ? next : { ...next, minCudaVersion: settings.cudaFloor };
}

/** Throws for a GPU pool or a location that the settings do not list. Without a list in the settings, accepts all names. */
function checkNames({ settings: { gpuTiers, locations } }: Platform, sent: Partial<EndpointSettings>): void {
  const listed = [
    ["gpuIds", gpuTiers, sent.gpuIds === undefined ? [] : [sent.gpuIds]],
    ["locations", locations, listOf(sent.locations ?? "")],
  ] as const;
  for (const [name, known, values] of listed)
    if (known && values.some((value) => !known.includes(value)))
      throw new SaveError(`${name} must be one of ${known.join(", ")}`);
}

/**
 * Requires the fields that every update must send, even if they do not change. A CPU endpoint has `instanceIds` instead of
 * `gpuIds`.
 */
function checkModify({ templateId, gpuIds, instanceIds }: SaveInput): void {
  if (templateId === undefined) throw new SaveError("templateId is required");
  if (gpuIds === undefined && instanceIds === undefined) throw new SaveError("gpuIds is required");
}

/** Binds the endpoint to another template and keeps all other settings. */
export function swapTemplate(platform: Platform, id: string, templateId: string): Endpoint {
  const endpoint = findEndpoint(platform, id);
  checkTemplate(platform, templateId, endpoint);
  changeEndpointSettings(platform, endpoint, { templateId });
  return endpoint;
}

/** Deletes an endpoint with its running and waiting jobs. Throws unless both worker numbers of the endpoint are 0. */
export function deleteEndpoint(platform: Platform, id: string): void {
  const endpoint = findEndpoint(platform, id);
  if (endpoint.workersMin !== 0 || endpoint.workersMax !== 0)
    throw new SaveError("endpoint cannot be deleted: workersMin and workersMax must both be 0");
  removeEndpoint(platform, endpoint);
}

export function removeEndpoint(platform: Platform, endpoint: Endpoint): void {
  platform.endpoints.delete(endpoint.id);
  for (const worker of endpoint.workers) {
    if (worker.job) halt(worker.job);
    stopWorker(platform, endpoint, worker);
  }
  release(platform, "template", endpoint.templateId);
  for (const volume of endpoint.networkVolumeIds) release(platform, "volume", volume);
}

function findEndpoint(platform: Platform, id: string): Endpoint {
  const endpoint = platform.endpoints.get(id);
  if (!endpoint) throw new SaveError(`endpoint ${id} not found`);
  return endpoint;
}

/** Returns the settings that an update in `replace` mode keeps. */
function fixed(present: Endpoint | undefined) {
  return { name: present?.name ?? "", templateId: present?.templateId ?? "", type: present?.type ?? "QB" };
}

/** Adds an endpoint. The caller has checked the settings. */
export function addEndpoint(platform: Platform, settings: EndpointSettings): Endpoint {
  const endpoint = newEndpoint(settings, {
    id: platform.ids.resource(),
    createdAt: platform.clock.now(),
    releases: [firstRelease(platform)],
  });
  platform.endpoints.set(endpoint.id, endpoint);
  reconcile(platform, endpoint);
  return endpoint;
}

/** Sets the settings and may change the container. Both changes together make one release. The caller has checked the settings. */
export function changeEndpointSettings(
  platform: Platform,
  endpoint: Endpoint,
  next: Partial<EndpointSettings>,
  changeContainer: () => void = () => undefined,
): void {
  const { templateId = endpoint.templateId, networkVolumeIds = endpoint.networkVolumeIds } = next;
  if (templateId !== endpoint.templateId) release(platform, "template", endpoint.templateId);
  for (const volume of endpoint.networkVolumeIds)
    if (!networkVolumeIds.includes(volume)) release(platform, "volume", volume);
  releasing(platform, [endpoint], () => {
    changeContainer();
    Object.assign(endpoint, next);
  });
  reconcile(platform, endpoint);
}

function check(platform: Platform, next: EndpointSettings, present: Endpoint | undefined): void {
  if (next.name.length < 3) throw new SaveError("name must have at least 3 characters");
  if (present && next.type !== present.type) throw new SaveError("type cannot be changed");
  if (next.gpuIds === "" && next.instanceIds.length === 0) throw new SaveError("gpuIds is required");
  checkPools(next);
  for (const instance of next.instanceIds)
    if (!findCpu(parseInstance(instance).flavor)) throw new SaveError(`instance ${instance} not found`);
  const unknown = unknownPlace(next.locations) ?? unknownPlace(next.dataCenterIds.join());
  if (unknown !== undefined) throw new SaveError(`location ${unknown} not found`);
  checkTemplate(platform, next.templateId, present);
  for (const volume of next.networkVolumeIds)
    if (!platform.volumes.has(volume)) throw new SaveError(`network volume ${volume} not found`);
  checkNumbers(next);
  const overQuota = quotaRefusal(platform, next.workersMax, present);
  if (overQuota !== undefined) throw new SaveError(overQuota);
}

/** Requires a GPU pool. A list with only excluded GPU types selects nothing. */
function checkPools({ gpuIds, instanceIds }: EndpointSettings): void {
  const { pools } = parseGpuIds(gpuIds);
  if (pools.length === 0 && instanceIds.length === 0) throw new SaveError("gpuIds must name a GPU pool");
  for (const pool of pools) if (!gpuPools.has(pool)) throw new SaveError(`GPU pool ${pool} not found`);
}

function checkTemplate(platform: Platform, id: string, present: Endpoint | undefined): void {
  if (id === "") throw new SaveError("templateId is required");
  const template = findTemplate(platform, id);
  if (!template) throw new SaveError(`template ${id} not found`);
  if (!template.serverless) throw new SaveError(`template ${id} is not a serverless template`);
  const bound = [...platform.endpoints.values()].some((other) => other !== present && other.templateId === id);
  if (bound && template.owner !== "other") throw new SaveError("template is already bound to another endpoint");
}

function checkNumbers(next: EndpointSettings): void {
  for (const [name, { range: [least, greatest = Infinity] = [-Infinity] }] of endpointRows) {
    const value = next[name as keyof EndpointSettings];
    if (typeof value !== "number" || (value >= least && value <= greatest)) continue;
    if (greatest < Infinity) throw new SaveError(`${name} must be from ${least} to ${greatest}`);
    throw new SaveError(least === 0 ? `${name} must not be negative` : `${name} must be at least ${least}`);
  }
  if (next.workersMin > next.workersMax) throw new SaveError("workersMin must not exceed workersMax");
}
