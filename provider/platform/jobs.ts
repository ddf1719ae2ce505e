import type { Open } from "./open";
import type { CallOptions } from "./platform";

/** Contract section 14.4. The first two are not final. */
export type JobStatus = "IN_QUEUE" | "IN_PROGRESS" | "COMPLETED" | "FAILED" | "CANCELLED" | "TIMED_OUT";

export interface Job {
  readonly id: string;
  readonly status: Open<JobStatus>;
  /** What the endpoint's handler returned; absent until there is something. */
  readonly output?: unknown;
  /** Why the job failed, in the handler's words. */
  readonly error?: string | undefined;
  /** Milliseconds in the queue. */
  readonly delayTime?: number | undefined;
  /** Milliseconds of work. */
  readonly executionTime?: number | undefined;
}

/** Counts of one endpoint. All but `inQueue`, `inProgress` and the workers add up since it was created. */
export interface EndpointHealth {
  readonly jobs: {
    readonly completed: number;
    readonly failed: number;
    readonly inProgress: number;
    readonly inQueue: number;
    readonly retried: number;
  };
  /** Workers by state; `idle` and `running` are always there, the platform may add others. */
  readonly workers: { readonly idle: number; readonly running: number; readonly [state: string]: number };
}

export interface PurgedQueue {
  /** Jobs taken out of the queue. */
  readonly removed: number;
  readonly status: string;
}

/** Job operations of a queue-based endpoint (contract section 14). All throw `NotFoundError` for an unknown endpoint. */
export interface Jobs {
  /** Submits a job. Never repeated once it may have reached the platform. */
  run(endpointId: string, input: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Job>;
  /** Throws `NotFoundError` for a job that is unknown or whose result has expired. */
  status(endpointId: string, jobId: string, options?: CallOptions): Promise<Job>;
  health(endpointId: string, options?: CallOptions): Promise<EndpointHealth>;
  /** Removes every job that waits; jobs in progress go on. */
  purgeQueue(endpointId: string, options?: CallOptions): Promise<PurgedQueue>;
  /** Answers a finished job unchanged. */
  cancel(endpointId: string, jobId: string, options?: CallOptions): Promise<Job>;
}
