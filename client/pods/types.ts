import * as z from "zod";
import type { CallOptions } from "../http/requests";
import {
  count,
  flag,
  id,
  listOf,
  nullableNumber,
  nullableText,
  type Open,
  open,
  optional,
  orUnset,
  type Parsed,
  text,
} from "../values/fields";
import { type ContainerSettingsInput, containerSchema, type Mounts, mountsSchema } from "./container";

/** `TERMINATED` means gone: such a pod is on its way to 404. */
export type PodStatus = "PROVISIONING" | "STARTING" | "RUNNING" | "EXITED" | "ERROR" | "TERMINATED";

/** An action on a pod; `Pod.actions` lists the actions that its status allows now. */
export type PodAction = "start" | "stop" | "restart" | "terminate";

export const CLOUDS = ["SECURE", "COMMUNITY"] as const;
export type Cloud = (typeof CLOUDS)[number];

const sshAccessSchema = z.object({ host: z.string(), port: z.number(), username: text, command: text });
export type SshAccess = Parsed<typeof sshAccessSchema>;
const nullableAccess = orUnset(sshAccessSchema, () => null);

const useSchema = z.object({
  /** Percent, 0 to 100. */
  util: optional(z.number()),
});
export type Use = Parsed<typeof useSchema>;

const gpuUseSchema = useSchema.extend({ memoryUtil: optional(z.number()) });
export type GpuUse = Parsed<typeof gpuUseSchema>;

const portMappingSchema = z.object({
  private: z.number(),
  public: nullableNumber,
  type: z.string(),
  ip: nullableText,
});
export type PortMapping = Parsed<typeof portMappingSchema>;

const runtimeSchema = z.object({
  /** Seconds since the container started. */
  uptime: optional(z.number()),
  /** One of each GPU, in percent. */
  gpus: optional(z.array(gpuUseSchema)),
  cpu: optional(useSchema),
  memory: optional(useSchema),
  ports: optional(z.array(portMappingSchema)),
});
/** Changes by itself: fit for showing, never for comparing. */
export type PodRuntime = Parsed<typeof runtimeSchema>;

/** The runtime of a response. Unreadable figures are `{}`: the container runs all the same. */
function readRuntime(value: unknown): PodRuntime | null | undefined {
  if (value === undefined) return undefined;
  // A create's response may have `{}` where later responses have `null`.
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return null;
  return runtimeSchema.safeParse(value).data ?? {};
}

const globalNetworkingSchema = z.object({
  enabled: z.boolean(),
  ip: optional(z.string()),
  internalDns: optional(z.string()),
});

const gpuSchema = z.object({
  id: z.string(),
  /** A pod that was started again may run with 0. */
  count: orUnset(z.number(), () => 1),
  /** Virtual CPUs of the host that come with all of them together. */
  vcpuCount: optional(z.number()),
  /** Memory of the host that comes with all of them together, in GB. */
  memory: optional(z.number()),
});

export const podSchema = z.object({
  id,
  name: text,
  status: open<PodStatus>(id),
  actions: listOf(open<PodAction>()),
  ...containerSchema.shape,
  /** `{}` when the pod has no mount. */
  mounts: mountsSchema,
  /** Present on GPU pods; a pod has either `gpu` or `cpu`. */
  gpu: optional(gpuSchema),
  /** Present on CPU pods. `memory` in GB follows from the flavor. */
  cpu: optional(z.object({ id: z.string(), vcpuCount: z.number(), memory: z.number() })),
  cloud: open<Cloud>(text),
  /** The data center the scheduler chose; `null` until it has. */
  dataCenterId: nullableText,
  template: nullableText,
  /** US dollars an hour while the pod runs. A stopped pod shows 0 or still this rate: `podCost` gives its cost. */
  cost: count,
  /** A locked pod refuses `stop` and everything that resets it. */
  locked: flag,
  /** The pod's current setting: a requested change takes effect at the next start or restart. */
  globalNetworking: orUnset(
    globalNetworkingSchema,
    (): z.output<typeof globalNetworkingSchema> => ({
      enabled: false,
    }),
  ),
  /** `null` while no container runs, even if `status` is `RUNNING` already; absent if a response has no such field. */
  runtime: z.unknown().optional().transform(readRuntime),
  /** RFC 3339. */
  createdAt: text,
  /** RFC 3339; `null` before the first start. */
  startedAt: nullableText,
  ssh: optional(z.object({ proxy: nullableAccess, direct: nullableAccess })).catch(undefined),
  cudaVersion: z.string().nullish(),
  /** Present on members of a cluster, which refuse updates and deletes of their own. */
  cluster: optional(z.object({ id: z.string(), rank: z.number().nullish() })),
});
/** A pod as RunPod reports it. */
export type Pod = Parsed<typeof podSchema>;

/** Body of `createPod`. Exactly one of `gpu` and `cpu`. */
export interface CreatePod extends ContainerSettingsInput {
  readonly name: string;
  readonly mounts?: Mounts | undefined;
  readonly gpu?:
    | {
        readonly id: string;
        /** At least 1; RunPod's default is 1. */
        readonly count?: number | undefined;
        readonly allowedCudaVersions?: readonly string[] | undefined;
        readonly minCudaVersion?: string | undefined;
        /** Only hosts with at least so many GB of memory for each GPU. Chooses the host and reserves nothing. */
        readonly minRamPerGpu?: number | undefined;
        /** Only hosts with at least so many virtual CPUs for each GPU. */
        readonly minVcpuCountPerGpu?: number | undefined;
      }
    | undefined;
  /** `vcpuCount` is a power of two from 2 up, within the flavor's range. */
  readonly cpu?: { readonly id: string; readonly vcpuCount: number } | undefined;
  /** RunPod's default is `SECURE`. */
  readonly cloud?: Cloud | undefined;
  /** The pod is created only in these; if none has capacity, the create fails. Empty or absent: the scheduler chooses. */
  readonly dataCenterIds?: readonly string[] | undefined;
  readonly globalNetworking?: boolean | undefined;
  /** RunPod copies a template's settings once; settings in the body take precedence. */
  readonly templateId?: string | undefined;
  readonly startSsh?: boolean | undefined;
  readonly startJupyter?: boolean | undefined;
}

/** Body of `updatePod`: only the keys present change. */
export interface UpdatePod extends ContainerSettingsInput {
  readonly name?: string | undefined;
  /** Entries are whole; neither adds, removes nor switches a mount. */
  readonly mounts?: Mounts | undefined;
  readonly locked?: boolean | undefined;
  readonly globalNetworking?: boolean | undefined;
}

export interface PodListOptions extends CallOptions {
  readonly includeClusterPods?: boolean | undefined;
}

export const LOG_SOURCES = ["container", "system"] as const;
export type LogSource = (typeof LOG_SOURCES)[number];

export interface LogLine {
  /** RFC 3339, as RunPod stamped it. */
  readonly ts: string;
  readonly source: Open<LogSource>;
  readonly line: string;
}

export interface LogOptions extends CallOptions {
  /** How many of the last lines, 1 to 5000; 100 when absent. */
  readonly tail?: number | undefined;
  /** RFC 3339: everything since then, instead of the last lines. */
  readonly since?: string | undefined;
  /** The source of the lines; both sources when absent. */
  readonly source?: LogSource | undefined;
}

/** A line of a followed log. */
export interface FollowedLine extends LogLine {
  /** Names its place in the log: `after` continues from here. `""` from a platform that names none. */
  readonly id: string;
}

export interface FollowOptions extends Omit<LogOptions, "graceMs"> {
  /** How many of the last lines come first, 0 to 5000; 0 for new lines alone. 100 when absent. */
  readonly tail?: number | undefined;
  /** The `id` of the last line that was seen: the log continues after it, instead of from `tail` or `since`. */
  readonly after?: string | undefined;
}
