import * as z from "zod";
import { listingOf } from "../../http/answers/listing";
import { id, listOf, optional } from "../../values/fields";
import { type EndpointInput, namesOf, type Setting, settingsSchema } from "../settings";
import type { Endpoint } from "../types";
import { allVolumes, volumesOf } from "../volumes";
import type { Instances } from "./instances";

/*
 * The documents hold the values themselves: RunPod documents a request body with `query` alone, and does not name
 * the input type that a variable would have to declare.
 */

/** The settings that GraphQL has. */
export const ALL = namesOf(({ only }) => only !== "rest");
/** The schema of an account may lack these. */
export const NEWER = namesOf(({ newer }) => newer === true);

/** The name of a setting in RunPod's schema. */
export function fieldOf(setting: Setting): string {
  return setting === "cpu" ? "instanceIds" : setting;
}

function selectionOf(settings: readonly Setting[]): string {
  const fields = settings.map((one) => (one === "networkVolumeIds" ? `${one} { networkVolumeId }` : fieldOf(one)));
  return `id ${fields.join(" ")} pods { desiredStatus }`;
}

/** A setting as a document writes it. */
function literalOf(setting: Setting, value: unknown): string {
  // The only value without quotes, so it must be a plain name.
  if (setting === "flashBootType" && /^[_A-Za-z]\w*$/.test(String(value))) return String(value);
  if (!Array.isArray(value) || setting === "cpu") return JSON.stringify(value);
  if (setting !== "networkVolumeIds") return JSON.stringify(value.join());
  return `[${value.map((volume) => `{ networkVolumeId: ${JSON.stringify(volume)} }`).join(", ")}]`;
}

/** The volumes for both fields, which agree: RunPod does not document which field a save uses. */
function inBothForms(volumes: readonly string[]) {
  return { networkVolumeId: volumes[0] ?? null, networkVolumeIds: volumes };
}

interface Save {
  readonly input: EndpointInput;
  /** The input's `cpu` in the notation of RunPod's schema. */
  readonly instances: readonly string[];
  /** Absent: it creates an endpoint. */
  readonly id?: string;
}

export function saveDocument(settings: readonly Setting[], { input, instances, id: of }: Save): string {
  const volumes = input.networkVolumeIds && volumesOf("saveEndpoint", input);
  const hardware = instances.length === 0 ? { cpu: undefined } : { cpu: instances, gpuIds: undefined };
  const values = { ...input, ...(volumes && inBothForms(volumes)), ...hardware };
  const fields = settings.flatMap((setting) => {
    const value = values[setting];
    return value === undefined ? [] : [`${fieldOf(setting)}: ${literalOf(setting, value)}`];
  });
  const all = of === undefined ? fields : [`id: ${JSON.stringify(of)}`, ...fields];
  return `mutation { saveEndpoint(input: { ${all.join(", ")} }) { ${selectionOf(settings)} } }`;
}

export function listDocument(settings: readonly Setting[]): string {
  return `query { myself { endpoints { ${selectionOf(settings)} } } }`;
}

/** The responses to the documents. */
export function responsesWith(instances: Instances) {
  const endpoint: z.ZodType<Endpoint> = settingsSchema
    .omit({ cpu: true })
    .extend({
      id,
      instanceIds: optional(z.array(z.string())),
      pods: listOf(z.object({ desiredStatus: z.string().nullish() })),
    })
    .transform(({ pods, instanceIds = [], ...settings }) => ({
      ...settings,
      cpu: instanceIds.length === 0 ? undefined : instanceIds.map((instance) => instances.read(instance)),
      ...(settings.networkVolumeIds && inBothForms(allVolumes(settings))),
      workers: pods.filter(({ desiredStatus }) => desiredStatus === "RUNNING").length,
    }));
  return {
    list: z.object({ data: z.object({ myself: z.object({ endpoints: listingOf(endpoint) }) }) }),
    saved: z.object({ data: z.object({ saveEndpoint: endpoint }) }),
  };
}
