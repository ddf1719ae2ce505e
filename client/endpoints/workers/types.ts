import type { CallOptions } from "../../collection/collection";
import type { FollowedLine, FollowOptions, LogLine, LogOptions } from "../../pods/types";
import type { Open } from "../../values/open";

export type WorkerStatus = "RUNNING" | "IDLE" | "INITIALIZING" | "THROTTLED" | "UNHEALTHY";

/** One worker of an endpoint (contract section 5.4). */
export interface Worker {
  readonly id: string;
  readonly status: Open<WorkerStatus>;
  /** Runs an older release than the endpoint's. */
  readonly isStale: boolean;
  readonly version: number | null;
  readonly image: string | null;
  readonly uptimeSeconds: number | null;
  readonly gpuCount: number;
  readonly gpuTypeId: string | null;
  readonly dataCenterId: string | null;
  /** RFC 3339. */
  readonly startedAt: string | null;
}

export interface WorkerList {
  /** The workers alive now. */
  readonly workers: readonly Worker[];
  /** How many are in each state; the parts sum to `total`. */
  readonly summary: {
    readonly running: number;
    readonly idle: number;
    readonly initializing: number;
    readonly throttled: number;
    readonly unhealthy: number;
    readonly total: number;
  };
  readonly endpointVersion: number | null;
}

/** A change of an endpoint's container that rolls out as workers cycle. */
export interface Release {
  readonly id: string;
  readonly version: number | null;
  readonly source: Open<"GIT_BUILD" | "MANUAL">;
  readonly buildId: string | null;
  readonly createdByUserId: string | null;
  readonly workerCount: number;
  /** RFC 3339. */
  readonly createdAt: string;
  /** What changed. Values may be secret: an endpoint's environment is among the fields. */
  readonly diff: readonly { readonly field: string; readonly old: unknown; readonly new: unknown }[];
}

export interface ReleaseList {
  /** Newest first. */
  readonly releases: readonly Release[];
  readonly rollout: {
    readonly inProgress: boolean;
    readonly workersOnLatest: number;
    readonly workersTotal: number;
    /** 0 to 100; 0 without workers. */
    readonly percentOnLatest: number;
  };
  readonly endpointVersion: number | null;
}

/** What an endpoint runs on. All throw `NotFoundError` for an unknown endpoint. */
export interface Workers {
  list(endpointId: string, options?: CallOptions): Promise<WorkerList>;
  /** The last lines of one worker's log, as `Pods.logs` reads a pod's. */
  logs(endpointId: string, workerId: string, options?: LogOptions): Promise<LogLine[]>;
  /** As `Pods.follow` follows a pod's. */
  follow(endpointId: string, workerId: string, options?: FollowOptions): AsyncIterable<FollowedLine>;
  releases(endpointId: string, options?: CallOptions): Promise<ReleaseList>;
}
