import * as z from "zod";
import type { Meaning } from "../../kernel/meaning";
import { tokensOf } from "../../kernel/text";
import { count, nullableText, open, optional, orUnset, type Parsed, type Patch, text, texts } from "../wire/fields";

/** How an endpoint takes work. `QB`: jobs wait in a queue. `LB`: requests go straight to workers. */
export const ENDPOINT_TYPES = ["QB", "LB"] as const;
export type EndpointType = (typeof ENDPOINT_TYPES)[number];
export const FLASHBOOT_TYPES = ["OFF", "FLASHBOOT", "PRIORITY_FLASHBOOT"] as const;
export type FlashBootType = (typeof FLASHBOOT_TYPES)[number];
export const SCALER_TYPES = ["QUEUE_DELAY", "REQUEST_COUNT"] as const;
export type ScalerType = (typeof SCALER_TYPES)[number];

/** A CPU flavor and its number of vCPUs, which is a power of two. */
const cpuChoiceSchema = z.object({ id: z.string(), vcpuCount: z.number() });
export type CpuChoice = Parsed<typeof cpuChoiceSchema>;

/**
 * Ids of network volumes. REST reports ids, and GraphQL reports objects. An absent list means that the volumes are unknown, and
 * null means that there are none.
 */
const volumeIds = z
  .array(z.union([z.string(), z.object({ networkVolumeId: z.string() }).transform(({ networkVolumeId: one }) => one)]))
  .nullable()
  .transform((ids) => ids ?? [])
  .optional();

/** Facts about a setting besides its schema. A setting without `rest` has another form in REST, and `rest/mapping.ts` translates it. */
interface Facts extends Meaning {
  /** Path in REST bodies: a key, or a group and a key with a dot between. */
  readonly rest?: string;
  /** Schema in REST, if REST reports the setting in another form. */
  readonly restSchema?: z.ZodType;
  /** The published GraphQL description lacks the setting, so the schema of an account may lack it. */
  readonly newer?: true;
  /** The only surface that supports the setting. A save over the other surface refuses the setting. */
  readonly only?: "rest" | "graphql";
  /** Field in GraphQL, if it has another name. */
  readonly graphql?: string;
  /** How GraphQL writes the value: a list as a list, a list as objects with this key, or a text as an enum's name. */
  readonly written?: "list" | "enum" | { readonly key: string };
}

function setting<Schema extends z.ZodType, const Given extends Facts>(schema: Schema, facts: Given) {
  return { schema, ...facts };
}

/**
 * One row for each setting of an endpoint. The types, the requests and the responses of both surfaces follow from these rows. A
 * field that the account's schema lacks stays `undefined`, because an update must not send an invented value.
 */
const rows = {
  name: setting(text, { rest: "name" }),
  /** GPU pools, separated by commas. `-<GPU type id>` excludes a GPU type. Empty for CPU endpoints. */
  gpuIds: setting(text, { unset: "", compare: "tokens" }),
  /**
   * CPU hardware that a worker may have. Only CPU endpoints have this setting, and an endpoint never changes between CPU and
   * GPU.
   */
  cpu: setting(optional(z.array(cpuChoiceSchema)), {
    rest: "cpu",
    graphql: "instanceIds",
    written: "list",
    newer: true,
  }),
  /**
   * Id of a serverless template. Over GraphQL, the endpoint is bound to the template; over REST, the endpoint gets a copy. An
   * update leaves the template unchanged if the value is `undefined` (unknown) or names the template that is already copied.
   */
  templateId: setting(
    orUnset(z.string(), (): string | undefined => ""),
    {},
  ),
  type: setting(optional(open<EndpointType>()), {}),
  /** Seconds before an idle worker ends. `undefined` if unknown, or if the endpoint has no idle timeout. */
  idleTimeout: setting(optional(z.number()), { rest: "workers.idleTimeout" }),
  /** Regions or data centers, separated by commas. `null` allows any place. */
  locations: setting(nullableText, { compare: "tokens" }),
  flashBootType: setting(optional(open<FlashBootType>()), { rest: "flashboot", written: "enum" }),
  scalerType: setting(optional(open<ScalerType>()), {}),
  /** Seconds of queue delay, or requests for each worker. At least 1. */
  scalerValue: setting(optional(z.number()), {}),
  // Both numbers of workers are required, because a drain and a bill depend on them and the client must not guess.
  workersMin: setting(z.number(), { rest: "workers.min" }),
  workersMax: setting(z.number(), { rest: "workers.max" }),
  /** Id of the first network volume. */
  networkVolumeId: setting(nullableText, {}),
  /** Ids of all network volumes, at most one in each data center. If both are given, `networkVolumeId` must be the first id. */
  networkVolumeIds: setting(volumeIds, {
    rest: "networkVolumes",
    restSchema: texts,
    written: { key: "networkVolumeId" },
    compare: "set",
    newer: true,
  }),
  // A save over GraphQL resets the next two settings if they are absent, so an update sends the values that it read.
  /** Number of GPUs in each worker. */
  gpuCount: setting(optional(z.number()), { rest: "gpu.count", newer: true }),
  /** Target number of workers for priority FlashBoot. Only GraphQL has this setting. */
  workersPFBTarget: setting(optional(z.number()), { newer: true }),
  /** Time limit of a job in milliseconds. 0 leaves the limit to RunPod. */
  executionTimeoutMs: setting(optional(z.number()), { rest: "timeout", restSchema: count, newer: true }),
  /** CUDA versions. GraphQL has the versions as one text, separated by commas. */
  allowedCudaVersions: setting(optional(z.union([z.array(z.string()), z.string().transform(tokensOf)])), {
    rest: "gpu.allowedCudaVersions",
    restSchema: texts,
    compare: "set",
    newer: true,
  }),
  /** Lowest CUDA version. Empty if there is no limit. */
  minCudaVersion: setting(optional(z.string()), {
    rest: "gpu.minCudaVersion",
    restSchema: text,
    compare: "text",
    newer: true,
  }),
  /**
   * Environment variables of the workers, which override the template's variables; `{}` if there are none. An update replaces
   * all of them, but an update without `env` keeps them. Only an endpoint with its own copy of a template can have such
   * variables.
   */
  env: setting(optional(z.record(z.string(), z.string())), { only: "rest" }),
  /** Models of Hugging Face that RunPod keeps on its hosts, each as its URL with `:` and a branch or a commit. */
  modelReferences: setting(optional(z.array(z.string())), {
    only: "graphql",
    written: "list",
    unset: [],
    compare: "set",
    newer: true,
  }),
};

export type SettingRows = typeof rows;
export type Setting = keyof SettingRows;

export const settingRows = Object.entries(rows) as [Setting, Facts & { readonly schema: z.ZodType }][];

type Schemas = { readonly [Name in Setting]: SettingRows[Name]["schema"] };
const schemas = Object.fromEntries(settingRows.map(([name, { schema }]) => [name, schema]));

export const settingsSchema = z.object(schemas as Schemas);

export type Settings = Parsed<typeof settingsSchema>;

/**
 * Settings of an endpoint, with either `gpuIds` or `cpu`. The client does not send an absent setting, so RunPod chooses its
 * value in a create. An update needs all settings, because RunPod may reset an absent setting.
 */
export type EndpointInput = Pick<Settings, "name" | "templateId"> & Patch<Settings>;

/** Settings that only REST supports. A save over GraphQL refuses them. */
export const REST_ONLY = namesOf(({ only }) => only === "rest");

/** Returns how to compare the values of a setting, how GraphQL writes them, and the only surface that supports it. */
export function factsOfSetting(name: string): Pick<Facts, "compare" | "only" | "graphql" | "written"> {
  return settingRows.find(([setting]) => setting === name)?.[1] ?? {};
}

/** Settings that only GraphQL supports. A create over REST refuses them. */
export const GRAPHQL_ONLY = namesOf(({ only }) => only === "graphql");

/** Returns the names of the settings whose facts pass the test. */
export function namesOf(test: (facts: Facts) => boolean): readonly Setting[] {
  return settingRows.flatMap(([name, facts]) => (test(facts) ? [name] : []));
}
