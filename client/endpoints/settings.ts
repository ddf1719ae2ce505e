import * as z from "zod";
import { count, nullableText, open, optional, orUnset, type Parsed, type Patch, text, texts } from "../values/fields";
import type { Meaning } from "../values/meaning";
import { tokensOf } from "./tokens";

/** `QB`: jobs wait in a queue; `LB`: requests go straight to workers. */
export const ENDPOINT_TYPES = ["QB", "LB"] as const;
export type EndpointType = (typeof ENDPOINT_TYPES)[number];
export const FLASHBOOT_TYPES = ["OFF", "FLASHBOOT", "PRIORITY_FLASHBOOT"] as const;
export type FlashBootType = (typeof FLASHBOOT_TYPES)[number];
export const SCALER_TYPES = ["QUEUE_DELAY", "REQUEST_COUNT"] as const;
export type ScalerType = (typeof SCALER_TYPES)[number];

/** A CPU flavor and the number of vCPUs, a power of two. */
const cpuChoiceSchema = z.object({ id: z.string(), vcpuCount: z.number() });
export type CpuChoice = Parsed<typeof cpuChoiceSchema>;

/** REST has ids, GraphQL has objects. An absent list says nothing; null is an empty list. */
const volumeIds = z
  .array(z.union([z.string(), z.object({ networkVolumeId: z.string() }).transform(({ networkVolumeId: one }) => one)]))
  .nullable()
  .transform((ids) => ids ?? [])
  .optional();

/** Pools or places in any order. */
const asTokens = (list: unknown) => [...new Set(tokensOf(String(list ?? "")))].sort();

/** The facts of a setting beside its schema. A setting without `rest` has another form there, and lines in `rest/mapping.ts`. */
interface Facts extends Meaning {
  /** Its path in the bodies of REST: a key, or a key in a group. */
  readonly rest?: string;
  /** Its schema in REST, if REST reports it differently. */
  readonly restSchema?: z.ZodType;
  /** The published description of GraphQL lacks it, so the schema of an account may lack it. */
  readonly newer?: true;
  /** Only this surface has it. A save over the other surface refuses it. */
  readonly only?: "rest";
}

function setting<Schema extends z.ZodType, const Given extends Facts>(schema: Schema, facts: Given) {
  return { schema, ...facts };
}

/**
 * A row for each setting of an endpoint. The types, both surfaces' responses and both surfaces' requests follow from it.
 * A field that the account's schema lacks stays `undefined`: an update must not send an invented value for it.
 */
const rows = {
  name: setting(text, { rest: "name" }),
  /** GPU pools, separated by commas; `-<GPU type id>` excludes a card. Empty for CPU endpoints. */
  gpuIds: setting(text, { unset: "", compare: asTokens }),
  /**
   * The hardware that a worker may have; only CPU endpoints have it. An endpoint keeps the kind of hardware it was
   * created with.
   */
  cpu: setting(optional(z.array(cpuChoiceSchema)), { rest: "cpu", newer: true }),
  /**
   * A serverless template: bound to this endpoint alone over GraphQL, copied over REST. An update with `undefined`
   * (unknown) or with the template already copied leaves it unchanged.
   */
  templateId: setting(
    orUnset(z.string(), (): string | undefined => ""),
    {},
  ),
  type: setting(optional(open<EndpointType>()), {}),
  /** Seconds before an idle worker ends. `undefined` if it does not apply or is unknown. */
  idleTimeout: setting(optional(z.number()), { rest: "workers.idleTimeout" }),
  /** Regions or data centers, separated by commas; `null` for any. */
  locations: setting(nullableText, { compare: asTokens }),
  flashBootType: setting(optional(open<FlashBootType>()), { rest: "flashboot" }),
  scalerType: setting(optional(open<ScalerType>()), {}),
  /** At least 1: seconds of queue delay, or requests a worker. */
  scalerValue: setting(optional(z.number()), {}),
  // The client does not guess the numbers of workers, because a drain and a bill depend on them.
  workersMin: setting(z.number(), { rest: "workers.min" }),
  workersMax: setting(z.number(), { rest: "workers.max" }),
  /** The first of its network volumes. */
  networkVolumeId: setting(nullableText, {}),
  /** All of them, at most one in a data center. With it, `networkVolumeId` must be the first of them or `undefined`. */
  networkVolumeIds: setting(volumeIds, { rest: "networkVolumes", restSchema: texts, compare: "set", newer: true }),
  // A save over GraphQL resets these two if they are absent, so an update repeats the values that it read.
  /** GPUs a worker has. */
  gpuCount: setting(optional(z.number()), { rest: "gpu.count", newer: true }),
  /** Over GraphQL only. */
  workersPFBTarget: setting(optional(z.number()), { newer: true }),
  /** Milliseconds that a job may run; 0 for RunPod's choice. */
  executionTimeoutMs: setting(optional(z.number()), { rest: "timeout", restSchema: count, newer: true }),
  /** GraphQL has them as one text with commas. */
  allowedCudaVersions: setting(optional(z.union([z.array(z.string()), z.string().transform(tokensOf)])), {
    rest: "gpu.allowedCudaVersions",
    restSchema: texts,
    compare: (versions) => [...((versions as string[] | null) ?? [])].sort(),
    newer: true,
  }),
  /** Empty for none. */
  minCudaVersion: setting(optional(z.string()), {
    rest: "gpu.minCudaVersion",
    restSchema: text,
    compare: (version) => version ?? "",
    newer: true,
  }),
  /**
   * Environment of the workers over the template's; `{}` for none. An update replaces it as a whole, and leaves it where it
   * is absent. Only an endpoint with a copy of its template has one.
   */
  env: setting(optional(z.record(z.string(), z.string())), { only: "rest" }),
};

export type SettingRows = typeof rows;
export type Setting = keyof SettingRows;

export const settingRows = Object.entries(rows) as [Setting, Facts & { readonly schema: z.ZodType }][];

type Schemas = { readonly [Name in Setting]: SettingRows[Name]["schema"] };
const schemas = Object.fromEntries(settingRows.map(([name, { schema }]) => [name, schema]));

export const settingsSchema = z.object(schemas as Schemas);

export type Settings = Parsed<typeof settingsSchema>;

/**
 * The settings of an endpoint, with one of `gpuIds` and `cpu`. The client does not send an absent setting: a create
 * leaves it to RunPod. An update carries all settings, because RunPod may reset an absent one.
 */
export type EndpointInput = Pick<Settings, "name" | "templateId"> & Patch<Settings>;

/** Settings that only REST has. A save over GraphQL refuses them. */
export const REST_ONLY = namesOf(({ only }) => only === "rest");

/** The names of the settings whose facts pass the test. */
export function namesOf(test: (facts: Facts) => boolean): readonly Setting[] {
  return settingRows.flatMap(([name, facts]) => (test(facts) ? [name] : []));
}
