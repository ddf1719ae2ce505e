import * as z from "zod";
import type { CallOptions } from "../http/requests";
import {
  count,
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
} from "../wire/fields";
import { type ContainerSettingsInput, containerSchema, type Mounts, mountsSchema } from "./container";
import { podRows, type RowsFor } from "./scalars";

export { CLOUDS, type Cloud } from "./scalars";

/** Status of a pod. A `TERMINATED` pod is gone, and RunPod soon answers 404 to reads of it. */
export type PodStatus = "PROVISIONING" | "STARTING" | "RUNNING" | "EXITED" | "ERROR" | "TERMINATED";

/** An action on a pod. `Pod.actions` lists the actions that the current status allows. */
export type PodAction = "start" | "stop" | "restart" | "terminate";

const sshAccessSchema = z.object({ host: z.string(), port: z.number(), username: text, command: text });
export type SshAccess = Parsed<typeof sshAccessSchema>;
const nullableAccess = orUnset(sshAccessSchema, () => null);

const useSchema = z.object({
  /** Use in percent, 0 to 100. */
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
  /** Use of each GPU in percent, with one entry for each GPU. */
  gpus: optional(z.array(gpuUseSchema)),
  cpu: optional(useSchema),
  memory: optional(useSchema),
  ports: optional(z.array(portMappingSchema)),
});
/** Current figures of a running container. These figures change all the time, so show them but do not compare them. */
export type PodRuntime = Parsed<typeof runtimeSchema>;

/** Reads the runtime of a response. Unreadable figures become `{}`, because the container is running anyway. */
function readRuntime(value: unknown): PodRuntime | null | undefined {
  if (value === undefined) return undefined;
  // RunPod may answer a create with `{}`, and later reads with `null`.
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
  /** Number of GPUs. A pod that was started again may run with 0 GPUs. */
  count: orUnset(z.number(), () => 1),
  /** Number of the host's virtual CPUs for all GPUs of the pod together. */
  vcpuCount: optional(z.number()),
  /** Memory of the host for all GPUs of the pod together, in GB. */
  memory: optional(z.number()),
});

export const podSchema = z.object({
  id,
  name: text,
  status: open<PodStatus>(id),
  actions: listOf(open<PodAction>()),
  ...containerSchema.shape,
  /** Mount of the pod. `{}` if it has none. */
  mounts: mountsSchema,
  /** GPUs of a GPU pod. A pod has either `gpu` or `cpu`. */
  gpu: optional(gpuSchema),
  /** CPUs of a CPU pod. The flavor determines `memory`, in GB. */
  cpu: optional(z.object({ id: z.string(), vcpuCount: z.number(), memory: z.number() })),
  /** Data center of the pod. `null` until RunPod has chosen it. */
  dataCenterId: nullableText,
  template: nullableText,
  /**
   * US dollars an hour while the pod runs. RunPod reports 0 or still this rate for a stopped pod: `podCost` returns the actual
   * cost.
   */
  cost: count,
  ...podRows.shape,
  /** Current setting of the pod. A requested change takes effect at the next start or restart. */
  globalNetworking: orUnset(
    globalNetworkingSchema,
    (): z.output<typeof globalNetworkingSchema> => ({
      enabled: false,
    }),
  ),
  /**
   * Figures of the running container. `null` while no container runs, even if `status` is already `RUNNING`. Absent if
   * RunPod did not send the field.
   */
  runtime: z.unknown().optional().transform(readRuntime),
  /** Time of creation (RFC 3339). */
  createdAt: text,
  /** Time of the last start (RFC 3339). `null` before the first start. */
  startedAt: nullableText,
  ssh: optional(z.object({ proxy: nullableAccess, direct: nullableAccess })).catch(undefined),
  cudaVersion: z.string().nullish(),
  /** Cluster of the pod. Absent if the pod belongs to no cluster. RunPod refuses to update or delete a single member. */
  cluster: optional(z.object({ id: z.string(), rank: z.number().nullish() })),
});
/** A pod as RunPod reports it. */
export type Pod = Parsed<typeof podSchema>;

/** Body of a `createPod` request. The body needs either `gpu` or `cpu`. */
export interface CreatePod extends ContainerSettingsInput, RowsFor<"create"> {
  readonly name: string;
  readonly mounts?: Mounts | undefined;
  readonly gpu?:
    | {
        readonly id: string;
        /** Number of GPUs, at least 1. RunPod's default is 1. */
        readonly count?: number | undefined;
        readonly allowedCudaVersions?: readonly string[] | undefined;
        readonly minCudaVersion?: string | undefined;
        /** Minimum memory of the host for each GPU, in GB. This minimum only selects the host and reserves nothing. */
        readonly minRamPerGpu?: number | undefined;
        /** Minimum number of the host's virtual CPUs for each GPU. This minimum only selects the host and reserves nothing. */
        readonly minVcpuCountPerGpu?: number | undefined;
      }
    | undefined;
  /** CPU flavor and number of virtual CPUs. The number is a power of two, at least 2 and within the flavor's range. */
  readonly cpu?: { readonly id: string; readonly vcpuCount: number } | undefined;
  readonly globalNetworking?: boolean | undefined;
}

/** Body of an `updatePod` request. Absent keys keep their values. */
export interface UpdatePod extends ContainerSettingsInput, RowsFor<"update"> {
  readonly name?: string | undefined;
  /** Mount of the pod, with all its fields. An update cannot add or remove a mount, or change its kind. */
  readonly mounts?: Mounts | undefined;
  readonly globalNetworking?: boolean | undefined;
}

export interface PodListOptions extends CallOptions {
  readonly includeClusterPods?: boolean | undefined;
}

export const LOG_SOURCES = ["container", "system"] as const;
export type LogSource = (typeof LOG_SOURCES)[number];

export interface LogLine {
  /** Time of the line (RFC 3339), set by RunPod. */
  readonly ts: string;
  readonly source: Open<LogSource>;
  readonly line: string;
}

export interface LogOptions extends CallOptions {
  /** Number of last lines, 1 to 5000. Default 100. */
  readonly tail?: number | undefined;
  /** If given, the method returns all lines since this time (RFC 3339) instead of the last lines. */
  readonly since?: string | undefined;
  /** Source of the lines. Default: both sources. */
  readonly source?: LogSource | undefined;
}

/** A line of a followed log. */
export interface FollowedLine extends LogLine {
  /** Id of the line. To continue after this line later, pass the id as `after`. `""` if RunPod sends no ids. */
  readonly id: string;
}

export interface FollowOptions extends Omit<LogOptions, "graceMs"> {
  /** Number of last lines to yield first, 0 to 5000. 0 yields only new lines. Default 100. */
  readonly tail?: number | undefined;
  /** The `id` of the last line that you have. The log continues after this line, and `tail` and `since` have no effect. */
  readonly after?: string | undefined;
}
