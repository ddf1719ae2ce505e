import type { CallOptions, Collection } from "../collection/collection";
import type { Listing } from "../collection/listing";
import type { Open } from "../values/open";
import type { ContainerSettings, ContainerSettingsInput, Mounts } from "./container";

/** Contract section 4.6. `TERMINATED` means gone: such a pod is on its way to 404. */
export type PodStatus = "PROVISIONING" | "STARTING" | "RUNNING" | "EXITED" | "ERROR" | "TERMINATED";

/** What may be asked of a pod; `Pod.actions` says which of them its status allows now. */
export type PodAction = "start" | "stop" | "restart" | "terminate";

export const CLOUDS = ["SECURE", "COMMUNITY"] as const;
export type Cloud = (typeof CLOUDS)[number];

/** A pod as the platform answers it (contract section 4.2). */
export interface Pod extends ContainerSettings {
  readonly id: string;
  readonly name: string;
  readonly status: Open<PodStatus>;
  readonly actions: readonly Open<PodAction>[];
  /** `{}` when the pod has no mount. */
  readonly mounts: Mounts;
  /** Present on GPU pods; exactly one of `gpu` and `cpu` is. */
  readonly gpu?: { readonly id: string; readonly count: number } | undefined;
  /** Present on CPU pods. `memory` in GB follows from the flavor. */
  readonly cpu?: { readonly id: string; readonly vcpuCount: number; readonly memory: number } | undefined;
  readonly cloud: Open<Cloud>;
  /** The data center the scheduler chose; `null` until it has. */
  readonly dataCenterId: string | null;
  readonly template: string | null;
  /** US dollars an hour now; 0 while stopped. */
  readonly cost: number;
  /** A locked pod refuses `stop` and everything that resets it. */
  readonly locked: boolean;
  /** What the pod has, not what was asked for: a change takes effect at the next start or restart. */
  readonly globalNetworking: {
    readonly enabled: boolean;
    readonly ip?: string | undefined;
    readonly internalDns?: string | undefined;
  };
  /** `null` unless running. */
  readonly runtime: PodRuntime | null;
  /** RFC 3339. */
  readonly createdAt: string;
  /** RFC 3339; `null` before the first start. */
  readonly startedAt: string | null;
  readonly ssh?: { readonly proxy: SshAccess | null; readonly direct: SshAccess | null } | undefined;
  readonly cudaVersion?: string | null | undefined;
  /** Present on members of a cluster, which refuse updates and deletes of their own. */
  readonly cluster?: { readonly id: string; readonly rank?: number | null | undefined } | undefined;
}

/** Changes by itself: fit for showing, never for comparing. */
export interface PodRuntime {
  /** Seconds since the container started. */
  readonly uptime?: number | undefined;
  /** One of each GPU, in percent. */
  readonly gpus?: readonly GpuUse[] | undefined;
  readonly cpu?: Use | undefined;
  readonly memory?: Use | undefined;
  readonly ports?: readonly PortMapping[] | undefined;
}

export interface Use {
  /** Percent, 0 to 100. */
  readonly util?: number | undefined;
}

export interface GpuUse extends Use {
  readonly memoryUtil?: number | undefined;
}

export interface PortMapping {
  readonly private: number;
  readonly public: number | null;
  readonly type: string;
  readonly ip: string | null;
}

export interface SshAccess {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly command: string;
}

/** Body of `createPod` (contract section 4.1). Exactly one of `gpu` and `cpu`. */
export interface CreatePod extends ContainerSettingsInput {
  readonly name: string;
  readonly mounts?: Mounts | undefined;
  readonly gpu?:
    | {
        readonly id: string;
        /** At least 1; the platform's default is 1. */
        readonly count?: number | undefined;
        readonly allowedCudaVersions?: readonly string[] | undefined;
        readonly minCudaVersion?: string | undefined;
      }
    | undefined;
  /** `vcpuCount` is a power of two from 2 up, within the flavor's range. */
  readonly cpu?: { readonly id: string; readonly vcpuCount: number } | undefined;
  /** The platform's default is `SECURE`. */
  readonly cloud?: Cloud | undefined;
  /** Binding, whatever the document says: no room there means no pod. Empty or absent lets the scheduler choose. */
  readonly dataCenterIds?: readonly string[] | undefined;
  readonly globalNetworking?: boolean | undefined;
  /** Settings copied once from a template; what the body says wins. */
  readonly templateId?: string | undefined;
  readonly startSsh?: boolean | undefined;
  readonly startJupyter?: boolean | undefined;
}

/** Body of `updatePod` (contract section 4.3): only the keys present change. */
export interface UpdatePod extends ContainerSettingsInput {
  readonly name?: string | undefined;
  /** Entries are whole; neither adds, removes nor switches a mount. */
  readonly mounts?: Mounts | undefined;
  readonly locked?: boolean | undefined;
  readonly globalNetworking?: boolean | undefined;
}

export const LOG_SOURCES = ["container", "system"] as const;
export type LogSource = (typeof LOG_SOURCES)[number];

export interface LogLine {
  /** RFC 3339, as the platform stamped it. */
  readonly ts: string;
  readonly source: Open<LogSource>;
  readonly line: string;
}

export interface LogOptions extends CallOptions {
  /** How many of the last lines, 1 to 5000; 100 when absent. */
  readonly tail?: number | undefined;
  /** RFC 3339: everything since then, instead of the last lines. */
  readonly since?: string | undefined;
  /** One of the two sources; both when absent. */
  readonly source?: LogSource | undefined;
}

/** A line as it is followed. */
export interface FollowedLine extends LogLine {
  /** Names its place in the log: `after` goes on from here. `""` from a platform that names none. */
  readonly id: string;
}

export interface FollowOptions extends Omit<LogOptions, "graceMs"> {
  /** How many of the last lines come first, 0 to 5000; 0 for new ones alone. 100 when absent. */
  readonly tail?: number | undefined;
  /** The `id` of the last line that was seen: what came after it, instead of `tail` and `since`. */
  readonly after?: string | undefined;
}

export interface PodListOptions extends CallOptions {
  readonly includeClusterPods?: boolean | undefined;
}

/** Pods over REST v2. */
export interface Pods extends Collection<Pod, CreatePod, UpdatePod> {
  /** Members of clusters are left out unless they are asked for. */
  list(options?: PodListOptions): Promise<Pod[]>;
  listing(options?: PodListOptions): Promise<Listing<Pod>>;
  /**
   * Starts, stops, restarts or terminates. Answers the pod, or `undefined` where the platform answers nothing
   * (`terminate`). Throws `ConflictError` when the pod's status does not allow the action.
   * Never repeated once it may have reached the platform.
   */
  act(id: string, action: PodAction, options?: CallOptions): Promise<Pod | undefined>;
  /**
   * The last lines of the pod's log, oldest first. The platform keeps the stream open for ever; this reads what is
   * there and returns when the tail is complete, the stream falls quiet, or a few seconds have passed.
   */
  logs(id: string, options?: LogOptions): Promise<LogLine[]>;
  /**
   * The last lines and then each new one as it comes, until the platform ends the stream (the container is gone) or the
   * signal fires, with its reason. A connection that is lost is made again where it was; a `NetworkError` when that
   * brings nothing several times over.
   */
  follow(id: string, options?: FollowOptions): AsyncIterable<FollowedLine>;
}
