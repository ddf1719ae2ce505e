import type { Platform } from "../../platform/platform";
import { release } from "../../platform/usage";
import { findCpu, gpuPools } from "../catalog/data";
import { defined } from "../container/container";
import { halt } from "../jobs/execution/perform";
import { findTemplate } from "../templates/public";
import { parseGpuIds, parseInstance } from "./hardware";
import { unknownPlace } from "./locations";
import { quotaRefusal } from "./quota";
import { defaultSettings, type Endpoint, type EndpointSettings, newEndpoint, settingsOf } from "./record";
import { firstRelease, releasing } from "./releases/releases";
import { stopWorker } from "./workers/lifecycle";
import { reconcile } from "./workers/workers";

/** A refusal over GraphQL: a message without a status. */
export class SaveError extends Error {}

export type SaveInput = { readonly id?: string | undefined } & {
  readonly [K in keyof EndpointSettings]?: EndpointSettings[K] | undefined;
};

/** Creates without an id, updates with one. The setting `saveEndpoint` decides what an update does with what it omits. */
export function saveEndpoint(platform: Platform, { id, ...input }: SaveInput): Endpoint {
  const present = id === undefined ? undefined : findEndpoint(platform, id);
  if (present) checkModify(input);
  const base =
    present && platform.settings.saveEndpoint !== "replace"
      ? settingsOf(present)
      : { ...defaultSettings, ...fixed(present) };
  const sent = defined(input);
  const next = { ...base, ...sent } as EndpointSettings;
  if (sent.gpuIds !== undefined && sent.instanceIds === undefined) next.instanceIds = [];
  check(platform, next, present);
  if (!present) return addEndpoint(platform, next);
  changeEndpointSettings(platform, present, next);
  return present;
}

/** An update must have these and the name, changed or not. An endpoint on CPUs has `instanceIds`. */
function checkModify({ templateId, gpuIds, instanceIds }: SaveInput): void {
  if (templateId === undefined) throw new SaveError("templateId is required");
  if (gpuIds === undefined && instanceIds === undefined) throw new SaveError("gpuIds is required");
}

/** Binds another template and keeps everything else. */
export function swapTemplate(platform: Platform, id: string, templateId: string): Endpoint {
  const endpoint = findEndpoint(platform, id);
  checkTemplate(platform, templateId, endpoint);
  changeEndpointSettings(platform, endpoint, { templateId });
  return endpoint;
}

/** Refused while workers are configured. Running and waiting jobs are lost. */
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

/** A replacement cannot omit these. */
function fixed(present: Endpoint | undefined) {
  return { name: present?.name ?? "", templateId: present?.templateId ?? "", type: present?.type ?? "QB" };
}

/** Adds an endpoint with settings that were checked. */
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

/** Sets settings that were checked, and optionally changes the container, as one release. */
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
  const unknown = unknownPlace(next.locations);
  if (unknown !== undefined) throw new SaveError(`location ${unknown} not found`);
  checkTemplate(platform, next.templateId, present);
  for (const volume of next.networkVolumeIds)
    if (!platform.volumes.has(volume)) throw new SaveError(`network volume ${volume} not found`);
  checkNumbers(next);
  const overQuota = quotaRefusal(platform, next.workersMax, present);
  if (overQuota !== undefined) throw new SaveError(overQuota);
}

/** Excluded GPU types alone are no selection. */
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
  const { workersMin, workersMax, scalerValue, idleTimeout, gpuCount } = next;
  if (workersMin < 0 || workersMax < 0) throw new SaveError("workersMin and workersMax must not be negative");
  if (workersMin > workersMax) throw new SaveError("workersMin must not exceed workersMax");
  if (scalerValue < 1) throw new SaveError("scalerValue must be at least 1");
  if (idleTimeout < 1 || idleTimeout > 3600) throw new SaveError("idleTimeout must be from 1 to 3600");
  if (gpuCount < 1) throw new SaveError("gpuCount must be at least 1");
}
