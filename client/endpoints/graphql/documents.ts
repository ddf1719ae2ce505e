import * as z from "zod";
import { listingOf } from "../../http/answers/listing";
import { id, listOf, optional } from "../../wire/fields";
import { type EndpointInput, factsOfSetting, namesOf, type Setting, settingsSchema } from "../settings";
import type { Endpoint } from "../types";
import { allVolumes, volumesOf } from "../volumes";
import type { Instances } from "./instances";

/*
 * GraphQL documents. They contain the values themselves instead of variables, for two reasons. RunPod documents a request body
 * with `query` alone, and does not name the input type that a variable would have to declare.
 */

/** Settings that GraphQL supports. */
export const ALL = namesOf(({ only }) => only !== "rest");
/** Settings that the GraphQL schema of an account may lack. */
export const NEWER = namesOf(({ newer }) => newer === true);

/** Returns a setting's field name in RunPod's GraphQL schema. */
export function fieldOf(setting: Setting): string {
  return factsOfSetting(setting).graphql ?? setting;
}

function selectionOf(settings: readonly Setting[]): string {
  const fields = settings.map((one) => {
    const { written } = factsOfSetting(one);
    return typeof written === "object" ? `${fieldOf(one)} { ${written.key} }` : fieldOf(one);
  });
  return `id ${fields.join(" ")} pods { desiredStatus }`;
}

/** Writes a value as a GraphQL literal. Without a fact about the setting, a list becomes one text with commas. */
function literalOf(setting: Setting, value: unknown): string {
  const { written } = factsOfSetting(setting);
  // An enum's value is the only value without quotes, so the client checks that it is a plain name.
  if (written === "enum" && /^[_A-Za-z]\w*$/.test(String(value))) return String(value);
  if (!Array.isArray(value) || written === "list") return JSON.stringify(value);
  if (typeof written !== "object") return JSON.stringify(value.join());
  return `[${value.map((item) => `{ ${written.key}: ${JSON.stringify(item)} }`).join(", ")}]`;
}

/** Writes the volumes into both fields, because RunPod does not document which of the fields it reads. */
function inBothForms(volumes: readonly string[]) {
  return { networkVolumeId: volumes[0] ?? null, networkVolumeIds: volumes };
}

interface Save {
  readonly input: EndpointInput;
  /** CPU instances of the input's `cpu`, in the notation of RunPod's GraphQL schema. */
  readonly instances: readonly string[];
  /** Id of the endpoint to update. If absent, RunPod creates an endpoint. */
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

/** Schemas of the responses. */
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
