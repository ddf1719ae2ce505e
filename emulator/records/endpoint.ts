import type { Build } from "./builds";
import type { EndpointSettings } from "./endpoint-settings";
import type { Job } from "./job";
import type { LogLine } from "./log";

export interface Worker {
  readonly id: string;
  state: "initializing" | "idle" | "running" | "throttled" | "unhealthy";
  /** The last start of its container; for a throttled worker, the start of its wait. */
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
  /** Its CPU instance, from the endpoint's list. */
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
  /** The public model that it serves, if any. */
  readonly publicModel?: string;
  readonly createdAt: number;
  version: number;
  /** Newest first. */
  readonly releases: Release[];
  /** Oldest first. Absent without builds. */
  builds?: readonly Build[];
  workers: Worker[];
  /** The time of the scaler's next planned decision; null for none. */
  lookAt: number | null;
  queue: Job[];
  readonly jobs: Map<string, Job>;
  readonly counters: { completed: number; failed: number; retried: number };
}

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

/** Only the settings. */
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

export function workersIn({ workers }: { readonly workers: readonly Worker[] }, state: Worker["state"]): number {
  return workers.filter((worker) => worker.state === state).length;
}
