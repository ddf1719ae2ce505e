import * as z from "zod";
import type { Template } from "../account/templates";
import type { Collection } from "../collections/collection";
import type { CallOptions } from "../http/requests";
import { containerSchema } from "../pods/container";
import {
  count,
  id,
  nullableText,
  open,
  optional,
  orUnset,
  type Parsed,
  type Patch,
  text,
  texts,
} from "../values/fields";
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

/** A field that the account's schema lacks stays `undefined`: an update must not send an invented value for it. */
export const settingsSchema = z.object({
  name: text,
  /** GPU pools, separated by commas; `-<GPU type id>` excludes a card. Empty for CPU endpoints. */
  gpuIds: text,
  /**
   * The hardware that a worker may have; only CPU endpoints have it. An endpoint keeps the kind of hardware it was
   * created with.
   */
  cpu: optional(z.array(cpuChoiceSchema)),
  /**
   * A serverless template: bound to this endpoint alone over GraphQL, copied over REST. An update with `undefined`
   * (unknown) or with the template already copied leaves it unchanged.
   */
  templateId: orUnset(z.string(), (): string | undefined => ""),
  type: optional(open<EndpointType>()),
  /** Seconds before an idle worker ends. `undefined` if it does not apply or is unknown. */
  idleTimeout: optional(z.number()),
  /** Regions or data centers, separated by commas; `null` for any. */
  locations: nullableText,
  flashBootType: optional(open<FlashBootType>()),
  scalerType: optional(open<ScalerType>()),
  /** At least 1: seconds of queue delay, or requests a worker. */
  scalerValue: optional(z.number()),
  // A drain and a bill depend on these, so the client does not guess them.
  workersMin: z.number(),
  workersMax: z.number(),
  /** The first of its network volumes. */
  networkVolumeId: nullableText,
  /** All of them, at most one in a data center. With it, `networkVolumeId` must be the first of them or `undefined`. */
  networkVolumeIds: volumeIds,
  // A save over GraphQL resets these two if they are absent, so an update repeats the values that it read.
  /** GPUs a worker has. */
  gpuCount: optional(z.number()),
  /** Over GraphQL only. */
  workersPFBTarget: optional(z.number()),
  /** Milliseconds that a job may run; 0 for RunPod's choice. */
  executionTimeoutMs: optional(z.number()),
  /** GraphQL has them as one text with commas. */
  allowedCudaVersions: optional(z.union([z.array(z.string()), z.string().transform(tokensOf)])),
  /** Empty for none. */
  minCudaVersion: optional(z.string()),
});
/** Settings that only REST has. A save over GraphQL refuses them. */
export const restSettingsSchema = z.object({
  /**
   * Environment of the workers over the template's; `{}` for none. An update replaces it as a whole, and leaves it where it
   * is absent. Only an endpoint with a copy of its template has one.
   */
  env: optional(z.record(z.string(), z.string())),
});

type Settings = Parsed<typeof settingsSchema> & Parsed<typeof restSettingsSchema>;

/**
 * The settings of an endpoint, with one of `gpuIds` and `cpu`. The client does not send an absent setting: a create
 * leaves it to RunPod. An update carries all settings, because RunPod may reset an absent one.
 */
export type EndpointInput = Pick<Settings, "name" | "templateId"> & Patch<Settings>;

/** A serverless endpoint, from either surface. A field that the surface does not report is `undefined`. */
export interface Endpoint extends Settings {
  readonly id: string;
  /** Workers alive now. `undefined` if only `get` reports them. */
  readonly workers: number | undefined;
  /** The path where a load balancer asks its workers for their health, such as `/ping`. Over REST only. */
  readonly healthPath?: string | undefined;
  /** RFC 3339. Over REST only. */
  readonly createdAt?: string | undefined;
}

export const restEndpointSchema = z.object({
  id,
  name: text,
  type: orUnset(z.string(), () => "QUEUE"),
  ...containerSchema.shape,
  requestUrls: optional(z.object({ health: optional(z.string()) })),
  gpu: optional(
    z.object({
      ...{ pools: texts, excludedTypes: texts, count: z.number().nullish() },
      ...{ allowedCudaVersions: texts, minCudaVersion: text },
    }),
  ),
  cpu: settingsSchema.shape.cpu,
  // A drain and a bill depend on these, so the client does not guess them.
  workers: z.object({ min: z.number(), max: z.number(), idleTimeout: optional(z.number()) }),
  scaling: z.object({ type: z.string(), queueDelay: optional(z.number()), requestCount: optional(z.number()) }),
  dataCenterIds: texts,
  networkVolumes: texts,
  timeout: count,
  flashboot: optional(z.string()),
  createdAt: optional(z.string()),
});

/** An endpoint as REST v2 reports it, without the fields whose meaning is not documented. */
export type RestEndpoint = Parsed<typeof restEndpointSchema>;

export interface DeleteEndpointOptions extends CallOptions {
  readonly lastLook?: () => Promise<void>;
}

/**
 * Endpoints over one surface. `update` takes the full set. `delete` throws `RuleError` unless both worker numbers are 0,
 * and never deletes a template that others can see.
 */
export type Endpoints = Collection<Endpoint, EndpointInput, EndpointInput>;

/**
 * Endpoints over the configured surface. GraphQL by default; RunPod retires it, and REST v2 has the same resource.
 *
 * Over REST an endpoint names its template only if this client created it over REST, the list lacks the number of
 * workers, a queue that scales on requests has no idle timeout, and `locations` holds data centers: a region in a
 * request stands for the data centers in it.
 */
export interface EndpointTransport extends Endpoints {
  /** Like every `delete`. `lastLook` runs right before the request that deletes: if it throws, the endpoint stays. */
  delete(id: string, options?: DeleteEndpointOptions): Promise<void>;
  /**
   * The endpoint, with the fields that only the other surface reports: the template and the locations of an endpoint
   * created over it. Reads that surface's list, which all callers share; a surface that refuses adds nothing.
   */
  complete(endpoint: Endpoint, options?: CallOptions): Promise<Endpoint>;
  /** The endpoints whose marker names the template as the source of their copy, clones of such endpoints included. */
  copiesOf(templateId: string, options?: CallOptions): Promise<Endpoint[]>;
  /**
   * Copies the template again into this endpoint, if it holds an older copy. Returns whether it did.
   * RunPod updates endpoints that are bound to a template by itself.
   */
  renewCopy(id: string, template: Template, options?: CallOptions): Promise<boolean>;
}
