import type { Job } from "../jobs/record";
import type { LogLine } from "../logs/log";

export type FlashBoot = "OFF" | "FLASHBOOT" | "PRIORITY_FLASHBOOT";
export type ScalerType = "QUEUE_DELAY" | "REQUEST_COUNT";

/** What a save sets. One record serves both surfaces (contract 20 row 31). */
export interface EndpointSettings {
  name: string;
  type: "QB" | "LB";
  /** Comma-separated pools, `-<GPU type id>` excluding a card; empty for CPU endpoints. */
  gpuIds: string;
  /** `<flavor>-<vcpu>-<ram>`; empty for GPU endpoints. */
  instanceIds: readonly string[];
  gpuCount: number;
  templateId: string;
  /** Seconds. */
  idleTimeout: number;
  locations: string | null;
  flashBootType: FlashBoot;
  scalerType: ScalerType;
  scalerValue: number;
  workersMin: number;
  workersMax: number;
  networkVolumeIds: readonly string[];
  /** Set over REST only; `locations` is not mapped to it. */
  dataCenterIds: readonly string[];
  executionTimeoutMs: number;
  allowedCudaVersions: string;
  minCudaVersion: string;
  env: readonly { readonly key: string; readonly value: string }[];
}

export interface Worker {
  readonly id: string;
  state: "initializing" | "idle" | "running";
  readonly startedAt: number;
  idleSince: number;
  job: Job | undefined;
  /** Of the endpoint when it was hired, or since a change that needs no new worker. */
  version: number;
  readonly image: string;
  /** 0 on CPU endpoints. */
  readonly gpuCount: number;
  /** Null on CPU endpoints. */
  readonly gpuTypeId: string | null;
  readonly dataCenterId: string | null;
  readonly log: LogLine[];
}

/** A version of an endpoint's configuration. */
export interface Release {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  readonly diff: readonly { readonly field: string; readonly old: unknown; readonly new: unknown }[];
}

export interface Endpoint extends EndpointSettings {
  readonly id: string;
  /** The model it serves, if the platform runs it for everyone. */
  readonly publicModel?: string;
  readonly createdAt: number;
  version: number;
  /** Newest first. */
  readonly releases: Release[];
  workers: Worker[];
  /** When its workers are looked at next without any other cause; null for never. */
  lookAt: number | null;
  queue: Job[];
  readonly jobs: Map<string, Job>;
  readonly counters: { completed: number; failed: number; retried: number };
}
