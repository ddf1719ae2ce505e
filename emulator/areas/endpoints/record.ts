import { z } from "zod";
import type { Job } from "../jobs/record";
import type { LogLine } from "../logs/log";
import type { Build } from "./releases/builds";

/** What a save sets. GraphQL and REST share one record. */
export const endpointSettings = z.strictObject({
  name: z.string(),
  type: z.enum(["QB", "LB"]),
  /** Comma-separated pools, `-<GPU type id>` excluding a card; empty for CPU endpoints. */
  gpuIds: z.string(),
  /** `<flavor>-<vcpu>-<ram>`; empty for GPU endpoints. */
  instanceIds: z.array(z.string()).readonly(),
  gpuCount: z.number(),
  templateId: z.string(),
  /** Seconds. */
  idleTimeout: z.number(),
  locations: z.string().nullable(),
  flashBootType: z.enum(["OFF", "FLASHBOOT", "PRIORITY_FLASHBOOT"]),
  scalerType: z.enum(["QUEUE_DELAY", "REQUEST_COUNT"]),
  scalerValue: z.number().positive(),
  workersMin: z.int().min(0).max(1000),
  workersMax: z.int().min(0).max(1000),
  networkVolumeIds: z.array(z.string()).readonly(),
  /** Set over REST only; `locations` is not mapped to it. */
  dataCenterIds: z.array(z.string()).readonly(),
  executionTimeoutMs: z.number(),
  allowedCudaVersions: z.string(),
  minCudaVersion: z.string(),
  env: z.array(z.strictObject({ key: z.string(), value: z.string() })).readonly(),
  // Clients set these over GraphQL. They are kept and shown; nothing here acts on them.
  workersPFBTarget: z.number(),
  flashEnvironmentId: z.string().nullable(),
  hubReleaseId: z.string().nullable(),
  modelName: z.string().nullable(),
  modelReferences: z.array(z.string()).readonly(),
  compliance: z.array(z.string()).readonly(),
});
export type EndpointSettings = z.infer<typeof endpointSettings>;

export interface Worker {
  readonly id: string;
  state: "initializing" | "idle" | "running" | "throttled" | "unhealthy";
  /** When its container last started; while it is throttled, since when it waits. */
  startedAt: number;
  idleSince: number;
  job: Job | undefined;
  /** The endpoint's version at the start of the worker, or at a later change that needs no new worker. */
  version: number;
  readonly image: string;
  /** 0 on CPU endpoints. */
  readonly gpuCount: number;
  /** Null on CPU endpoints, and until it has a host. */
  gpuTypeId: string | null;
  /** The one of the endpoint's CPU instances that it is. */
  instance?: string;
  /** Null until it has a host. */
  dataCenterId: string | null;
  readonly log: LogLine[];
}

/** A version of an endpoint's configuration. */
export interface Release {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  /** The build that it comes from. */
  readonly buildId?: string;
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
  /** Oldest first. Absent where there has been none. */
  builds?: readonly Build[];
  workers: Worker[];
  /** When the scaler decides next without any other cause; null for never. */
  lookAt: number | null;
  queue: Job[];
  readonly jobs: Map<string, Job>;
  readonly counters: { completed: number; failed: number; retried: number };
}

/** What a create, or an update in `replace` mode, sets where nothing was sent. */
export const defaultSettings = {
  type: "QB",
  gpuIds: "",
  instanceIds: [],
  gpuCount: 1,
  idleTimeout: 10,
  locations: null,
  flashBootType: "OFF",
  scalerType: "QUEUE_DELAY",
  scalerValue: 4,
  workersMin: 0,
  workersMax: 3,
  networkVolumeIds: [],
  dataCenterIds: [],
  executionTimeoutMs: 0,
  allowedCudaVersions: "",
  minCudaVersion: "",
  env: [],
  workersPFBTarget: 0,
  flashEnvironmentId: null,
  hubReleaseId: null,
  modelName: null,
  modelReferences: [],
  compliance: [],
} satisfies Omit<EndpointSettings, "name" | "templateId">;

type Origin = Pick<Endpoint, "id" | "createdAt" | "releases" | "publicModel">;

/** An endpoint without workers or jobs. */
export function newEndpoint(settings: EndpointSettings, origin: Origin): Endpoint {
  return {
    ...settings,
    ...origin,
    version: 1,
    workers: [],
    lookAt: null,
    queue: [],
    jobs: new Map(),
    counters: { completed: 0, failed: 0, retried: 0 },
  };
}

/** The settings alone. */
export function settingsOf(endpoint: Endpoint): EndpointSettings {
  const { id, publicModel, createdAt, version, releases, builds, workers, lookAt, queue, jobs, counters, ...settings } =
    endpoint;
  return settings;
}

/** A worker that has just started. */
export function newWorker(
  { version }: Endpoint,
  now: number,
  own: Pick<Worker, "id" | "state" | "image" | "gpuCount" | "gpuTypeId" | "dataCenterId">,
): Worker {
  return { ...own, version, startedAt: now, idleSince: now, job: undefined, log: [] };
}

/** Jobs that a worker has. */
export function jobsInProgress({ workers }: Endpoint): number {
  return workers.filter(({ job }) => job !== undefined).length;
}

export function workersIn({ workers }: Endpoint, state: Worker["state"]): number {
  return workers.filter((worker) => worker.state === state).length;
}
