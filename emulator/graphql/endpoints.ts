import { createHash } from "node:crypto";
import { balanceOf } from "../areas/billing/balance";
import { costPerHour } from "../areas/billing/prices";
import { deleteEndpoint, SaveError, type SaveInput, saveEndpoint, swapTemplate } from "../areas/endpoints/save";
import { workersShownIn } from "../areas/workers/departed";
import type { Platform } from "../platform/platform";
import { userId } from "../records/account";
import { type Endpoint, settingsOf } from "../records/endpoint";
import { type EndpointSettings, endpointSettings } from "../records/endpoint-settings";
import type { NetworkVolume } from "../records/network-volume";
import { timestamp } from "../time/clock";
import { items, required } from "./arguments";
import { listSecrets } from "./secrets";
import { podTemplates, saveTemplate, type TemplateInput } from "./templates";

export function myself(platform: Platform) {
  const { faults, endpoints, registries, sshKeys, volumes } = platform;
  return {
    id: userId,
    pubKey: sshKeys.join("\n"),
    // Both lists are functions, so that a fault applies only to a list that the response contains.
    endpoints: () => faults.shown("myself", endpoints.values()).map((endpoint) => endpointShape(platform, endpoint)),
    endpoint: ({ id }: { id: string }) => {
      const endpoint = endpoints.get(id);
      return endpoint ? endpointShape(platform, endpoint) : null;
    },
    podTemplates: () => podTemplates(platform),
    secrets: () => listSecrets(platform),
    networkVolumes: () => faults.shown("myself", volumes.values()).map(volumeShape),
    containerRegistryCreds: () => faults.shown("myself", registries.values()),
    serverlessDiscount: platform.serverlessDiscount,
    clientBalance: balanceOf(platform),
    currentSpendPerHr: costPerHour(platform),
  };
}

export function endpointFields(platform: Platform) {
  return {
    saveEndpoint: ({ input }: { input: WireInput }) => endpointShape(platform, saveWithTemplate(platform, input)),
    updateEndpointTemplate: ({ input }: { input?: { endpointId: string; templateId: string } | null }) => {
      const { endpointId, templateId } = required("input", input);
      return endpointShape(platform, swapTemplate(platform, endpointId, templateId));
    },
    deleteEndpoint: ({ id }: { id: string }) => {
      deleteEndpoint(platform, id);
      return null;
    },
  };
}

/**
 * Saves an endpoint whose input contains a template. The template becomes a serverless template of the endpoint. If the
 * emulator refuses the endpoint, it deletes the template again.
 */
function saveWithTemplate(platform: Platform, { template: inline, ...input }: WireInput): Endpoint {
  if (!inline) return saveEndpoint(platform, fromWire(input));
  const template = saveTemplate(platform, { ...inline, volumeInGb: 0, isServerless: true });
  try {
    return saveEndpoint(platform, { ...fromWire(input), templateId: template.id });
  } catch (error) {
    platform.templates.delete(template.id);
    throw error;
  }
}

type WireInput = { readonly [K in keyof Wire]?: Wire[K] | null };

interface Wire extends Omit<SaveInput, "networkVolumeIds" | "type" | "scalerType" | Listed> {
  readonly type: string;
  readonly scalerType: string;
  readonly networkVolumeId: string;
  readonly networkVolumeIds: readonly ({ readonly networkVolumeId: string } | null)[];
  readonly instanceIds: readonly (string | null)[];
  readonly dataCenterIds: readonly (string | null)[];
  readonly modelReferences: readonly (string | null)[];
  readonly compliance: readonly (string | null)[];
  readonly env: readonly (EndpointSettings["env"][number] | null)[];
  /** Template to create together with the endpoint. */
  readonly template: Omit<TemplateInput, "id" | "volumeInGb" | "isServerless">;
  // Inputs that the emulator accepts and does not store. No response shows them, and `cloudStorageConfig` contains keys.
  readonly bindEndpoint: unknown;
  readonly repo: unknown;
  readonly cloudStorageConfig: unknown;
}

/** Lists whose items may be null in a request. */
type Listed = "instanceIds" | "dataCenterIds" | "modelReferences" | "compliance" | "env";

/** Reads an input. Null means "no value" for fields that can be empty, and "not sent" for all other fields. */
function fromWire({ bindEndpoint, repo, cloudStorageConfig, ...input }: Omit<WireInput, "template">): SaveInput {
  const { networkVolumeId, networkVolumeIds, locations, type, scalerType, ...others } = input;
  const sent = Object.entries(others).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    return [[name, Array.isArray(value) ? items(value) : value]];
  });
  const volumes = networkVolumeIds ? items(networkVolumeIds).map((entry) => entry.networkVolumeId) : undefined;
  const single = networkVolumeId === undefined ? undefined : networkVolumeId ? [networkVolumeId] : [];
  return {
    ...Object.fromEntries(sent),
    ...(others.modelReferences && { modelReferences: items(others.modelReferences).map(pinned) }),
    type: oneOf("type", type, endpointSettings.shape.type.options),
    scalerType: oneOf("scalerType", scalerType, endpointSettings.shape.scalerType.options),
    locations: locations === undefined ? undefined : locations || null,
    networkVolumeIds: volumes ?? single,
  };
}

/** Replaces a branch of a model by a commit, as RunPod does. The commit is made up. */
function pinned(reference: string): string {
  const [, model, branch = ""] = /^(https:\/\/huggingface\.co\/[^:]+):(.+)$/.exec(reference) ?? [];
  if (model === undefined || /^[0-9a-f]{40}$/.test(branch)) return reference;
  return `${model}:${createHash("sha1").update(reference).digest("hex")}`;
}

function oneOf<T extends string>(name: string, value: string | null | undefined, known: readonly T[]): T | undefined {
  if (value === null || value === undefined) return undefined;
  const found = known.find((one) => one === value);
  if (!found) throw new SaveError(`${name} must be one of ${known.join(", ")}`);
  return found;
}

function volumeShape({ id, name, size, dataCenter }: NetworkVolume) {
  return { id, name, size, dataCenterId: dataCenter };
}

export function endpointShape(platform: Platform, endpoint: Endpoint) {
  const { id, version, createdAt } = endpoint;
  const { dataCenterIds, networkVolumeIds, ...settings } = settingsOf(endpoint);
  const volume = platform.volumes.get(networkVolumeIds[0] ?? "");
  return {
    id,
    ...settings,
    // REST allows half seconds. The GraphQL field has the type Int, so it shows the rounded value.
    scalerValue: Math.max(1, Math.round(settings.scalerValue)),
    networkVolumeId: networkVolumeIds[0] ?? null,
    networkVolumeIds: networkVolumeIds.map((volumeId) => ({
      networkVolumeId: volumeId,
      dataCenterId: platform.volumes.get(volumeId)?.dataCenter ?? null,
    })),
    networkVolume: volume ? volumeShape(volume) : null,
    pods: workersShownIn(platform, endpoint, "list").map((worker) => ({ id: worker.id, desiredStatus: "RUNNING" })),
    version,
    userId,
    aiKey: null,
    activeBuildid: null,
    idePodId: null,
    workersStandby: settings.workersMin,
    createdAt: timestamp(createdAt),
    computeType: settings.instanceIds.length > 0 ? "CPU" : "GPU",
  };
}
