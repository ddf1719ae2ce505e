import type { Build } from "./builds";
import type { EndpointSettings } from "./endpoint-settings";
import type { Job } from "./job";
import type { LogLine } from "./log";

export interface Worker {
  readonly id: string;
  state: "initializing" | "idle" | "running" | "throttled" | "unhealthy";
  /** Time of the container's last start. For a throttled worker, the time at which it began to wait. */
  startedAt: number;
  idleSince: number;
  job: Job | undefined;
  /** Version of the endpoint when the worker started. A later change that needs no new worker updates this version. */
  version: number;
  readonly image: string;
  /** Number of GPUs. 0 on CPU endpoints. */
  readonly gpuCount: number;
  /** GPU type. `null` on CPU endpoints, and until the worker has a host. */
  gpuTypeId: string | null;
  /** CPU instance from the endpoint's list. */
  instance?: string;
  /** Data center. `null` until the worker has a host. */
  dataCenterId: string | null;
  readonly log: LogLine[];
}

/** A version of an endpoint's configuration. */
export interface Release {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  /** Id of the build that created the release. */
  readonly buildId?: string;
  readonly diff: readonly { readonly field: string; readonly old: unknown; readonly new: unknown }[];
}

export interface Endpoint extends EndpointSettings {
  readonly id: string;
  /** Id of the public model that the endpoint serves. Absent for the account's own endpoints. */
  readonly publicModel?: string;
  readonly createdAt: number;
  version: number;
  /** Releases, newest first. */
  readonly releases: Release[];
  /** Builds, oldest first. Absent without builds. */
  builds?: readonly Build[];
  workers: Worker[];
  /** Time of the scaler's next scheduled decision. `null` if none is scheduled. */
  lookAt: number | null;
  queue: Job[];
  readonly jobs: Map<string, Job>;
  readonly counters: { completed: number; failed: number; retried: number };
}

type Origin = Pick<Endpoint, "id" | "createdAt" | "releases" | "publicModel">;

/** Returns an endpoint without workers and jobs. */
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

/** Returns only the settings of an endpoint. */
export function settingsOf(endpoint: Endpoint): EndpointSettings {
  const { id, publicModel, createdAt, version, releases, builds, workers, lookAt, queue, jobs, counters, ...settings } =
    endpoint;
  return settings;
}

/** Returns a worker that has just started. */
export function newWorker(
  { version }: Endpoint,
  now: number,
  own: Pick<Worker, "id" | "state" | "image" | "gpuCount" | "gpuTypeId" | "dataCenterId">,
): Worker {
  return { ...own, version, startedAt: now, idleSince: now, job: undefined, log: [] };
}

/** Returns the number of jobs that workers work on. */
export function jobsInProgress({ workers }: Endpoint): number {
  return workers.filter(({ job }) => job !== undefined).length;
}

export function workersIn({ workers }: { readonly workers: readonly Worker[] }, state: Worker["state"]): number {
  return workers.filter((worker) => worker.state === state).length;
}
