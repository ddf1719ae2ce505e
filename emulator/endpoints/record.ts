import type { Job } from "../jobs/record";

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
}

export interface Endpoint extends EndpointSettings {
  readonly id: string;
  readonly createdAt: number;
  version: number;
  workers: Worker[];
  queue: Job[];
  readonly jobs: Map<string, Job>;
  readonly counters: { completed: number; failed: number; retried: number };
}
