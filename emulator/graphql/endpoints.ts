import { userId } from "../areas/account/record";
import { type Endpoint, endpointSettings, settingsOf } from "../areas/endpoints/record";
import { deleteEndpoint, SaveError, type SaveInput, saveEndpoint, swapTemplate } from "../areas/endpoints/save";
import type { Platform } from "../platform/platform";
import { timestamp } from "../time/clock";
import { listSecrets } from "./secrets";
import { podTemplates, saveTemplate, type TemplateInput } from "./templates";

export function myself(platform: Platform) {
  const { faults, endpoints } = platform;
  return {
    id: userId,
    // Functions, because only a list that the response shows may use up a fault.
    endpoints: () => faults.shown("myself", endpoints.values()).map((endpoint) => endpointShape(platform, endpoint)),
    podTemplates: () => podTemplates(platform),
    secrets: () => listSecrets(platform),
    serverlessDiscount: platform.serverlessDiscount,
  };
}

export function endpointFields(platform: Platform) {
  return {
    saveEndpoint: ({ input }: { input: WireInput }) => endpointShape(platform, saveWithTemplate(platform, input)),
    updateEndpointTemplate: ({ input }: { input: { endpointId: string; templateId: string } }) =>
      swapTemplate(platform, input.endpointId, input.templateId),
    deleteEndpoint: ({ id }: { id: string }) => {
      deleteEndpoint(platform, id);
      return null;
    },
  };
}

/** A template in the input is created first, and deleted again when the endpoint is refused. */
function saveWithTemplate(platform: Platform, { template: inline, ...input }: WireInput): Endpoint {
  if (!inline) return saveEndpoint(platform, fromWire(input));
  const template = saveTemplate(platform, inline);
  try {
    return saveEndpoint(platform, { ...fromWire(input), templateId: template.id });
  } catch (error) {
    if (!inline.id) platform.templates.delete(template.id);
    throw error;
  }
}

type Nullable<T> = { readonly [K in keyof T]?: T[K] | null };

type WireInput = Nullable<Omit<SaveInput, "networkVolumeIds" | "type" | "scalerType">> & {
  readonly type?: string | null;
  readonly scalerType?: string | null;
  readonly networkVolumeId?: string | null;
  readonly networkVolumeIds?: readonly { readonly networkVolumeId: string }[] | null;
  /** Created together with the endpoint. */
  readonly template?: TemplateInput | null;
} & Ignored;

/** Other clients send these; nothing here depends on them. */
interface Ignored {
  readonly bindEndpoint?: unknown;
  readonly modelReferences?: unknown;
  readonly hubReleaseId?: unknown;
  readonly workersPFBTarget?: unknown;
}

/** Null means "none" where the field can be none, and "not sent" everywhere else. */
function fromWire(input: Omit<WireInput, "template">): SaveInput {
  const { networkVolumeId, networkVolumeIds, locations, type, scalerType, ...others } = input;
  const { bindEndpoint, modelReferences, hubReleaseId, workersPFBTarget, ...rest } = others;
  const sent = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined));
  const volumes = networkVolumeIds?.map((entry) => entry.networkVolumeId);
  const single = networkVolumeId === undefined ? undefined : networkVolumeId ? [networkVolumeId] : [];
  return {
    ...sent,
    type: oneOf("type", type, endpointSettings.shape.type.options),
    scalerType: oneOf("scalerType", scalerType, endpointSettings.shape.scalerType.options),
    locations: locations === undefined ? undefined : locations || null,
    networkVolumeIds: volumes ?? single,
  };
}

function oneOf<T extends string>(name: string, value: string | null | undefined, known: readonly T[]): T | undefined {
  if (value === null || value === undefined) return undefined;
  const found = known.find((one) => one === value);
  if (!found) throw new SaveError(`${name} must be one of ${known.join(", ")}`);
  return found;
}

export function endpointShape(platform: Platform, endpoint: Endpoint) {
  const { id, version, createdAt, workers } = endpoint;
  const { dataCenterIds, networkVolumeIds, ...settings } = settingsOf(endpoint);
  const volume = platform.volumes.get(networkVolumeIds[0] ?? "");
  return {
    id,
    ...settings,
    // REST allows half seconds, GraphQL has an Int.
    scalerValue: Math.max(1, Math.round(settings.scalerValue)),
    networkVolumeId: networkVolumeIds[0] ?? null,
    networkVolume: volume ? { id: volume.id, dataCenterId: volume.dataCenter } : null,
    pods: workers.map((worker) => ({ id: worker.id, desiredStatus: "RUNNING" })),
    version,
    userId,
    aiKey: null,
    workersStandby: settings.workersMin,
    createdAt: timestamp(createdAt),
    computeType: settings.instanceIds.length > 0 ? "CPU" : "GPU",
  };
}
