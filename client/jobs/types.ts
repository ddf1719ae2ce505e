import type { CallOptions } from "../collection/collection";
import type { Open } from "../values/open";

/** How a job can end. */
export type FinalJobStatus = "COMPLETED" | "FAILED" | "CANCELLED" | "TIMED_OUT";

/** Contract section 14.4. */
export type JobStatus = "IN_QUEUE" | "IN_PROGRESS" | FinalJobStatus;

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
  readonly workerId?: string | undefined;
}

export interface CompletedJob extends Job {
  readonly status: "COMPLETED";
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

/** What an endpoint's handler takes: whatever JSON can hold. Its texts are masked in every error. */
export type JobInput = Readonly<Record<string, unknown>>;

/** Bounds of one job (contract section 14.2), in milliseconds. */
export interface JobPolicy {
  /** Longest run, 5 000 to 604 800 000 (7 days). Default: the endpoint's. */
  readonly executionTimeout?: number | undefined;
  /** From submission, queue and run together, 10 000 to 604 800 000. Then the job is removed. Default 86 400 000 (1 day). */
  readonly ttl?: number | undefined;
  /** Does not make the endpoint add workers. Default false. */
  readonly lowPriority?: boolean | undefined;
}

/** Where the worker may put large results. Masked in every error. */
export interface S3Config {
  readonly accessId: string;
  readonly accessSecret: string;
  readonly bucketName: string;
  readonly endpointUrl: string;
}

/** What a submission may carry beside the input. */
export interface JobOptions extends CallOptions {
  /** Called when the job is finished; an http or https URL. Masked in every error. */
  readonly webhook?: string | undefined;
  readonly policy?: JobPolicy | undefined;
  readonly s3Config?: S3Config | undefined;
}

export interface RunSyncOptions extends JobOptions {
  /** How long the platform holds the request, 1 000 to 300 000 ms. Default 90 000. */
  readonly wait?: number | undefined;
}

export interface StatusOptions extends CallOptions {
  /** The job is removed this long from now, in ms, 1 to 604 800 000; the upper bound, 7 days, is this client's. */
  readonly ttl?: number | undefined;
}

/** A part of a result, as the handler yielded it; both are the handler's own, at most 1 MB together. */
export interface StreamChunk {
  readonly output?: unknown;
  readonly metrics?: unknown;
}

export interface StreamPart {
  /** What was not delivered before; `[]` when there is nothing new. */
  readonly chunks: readonly StreamChunk[];
  /** The job's state, from platforms that answer it along with the chunks. */
  readonly status?: Open<JobStatus> | undefined;
  /** False when an earlier answer to this call was lost: the chunks it held do not come again. */
  readonly intact: boolean;
}

/** Job operations of a queue-based endpoint (contract section 14). All throw `NotFoundError` for an unknown endpoint. */
export interface Jobs {
  /** Submits a job of at most 10 MB. Never repeated once it may have reached the platform. */
  run(endpointId: string, input: JobInput, options?: JobOptions): Promise<Job>;
  /**
   * Submits a job of at most 20 MB and waits for it on the same request. Answers it as it is when the wait is over:
   * finished in whatever way, or still `IN_QUEUE` or `IN_PROGRESS`; `track` waits on. Never repeated, like `run`.
   */
  runsync(endpointId: string, input: JobInput, options?: RunSyncOptions): Promise<Job>;
  /**
   * Throws `NotFoundError` for a job that is unknown or whose result has expired: the answer does not tell which, and
   * the hint says how long results are kept. Results are kept for 30 minutes after `run`, for 1 to 5 after `runsync`.
   */
  status(endpointId: string, jobId: string, options?: StatusOptions): Promise<Job>;
  /** Takes what a streaming handler has yielded since the last call. Chunks are delivered once. */
  stream(endpointId: string, jobId: string, options?: CallOptions): Promise<StreamPart>;
  health(endpointId: string, options?: CallOptions): Promise<EndpointHealth>;
  /** Removes every job that waits; jobs in progress go on. */
  purgeQueue(endpointId: string, options?: CallOptions): Promise<PurgedQueue>;
  /** Answers a finished job unchanged. */
  cancel(endpointId: string, jobId: string, options?: CallOptions): Promise<Job>;
  /**
   * Queues a `FAILED` or `TIMED_OUT` job again, under its id and with its input. Throws `RuleError` for another one,
   * `NotFoundError` once its result has expired. Never repeated: each success is another run.
   */
  retry(endpointId: string, jobId: string, options?: CallOptions): Promise<Job>;
  /** `run`, as an object to await, iterate and cancel. Sent at once; what is wrong shows when it is used. */
  submit(endpointId: string, input: JobInput, options?: SubmitOptions): SubmittedJob;
  /** The same object for a job that was submitted elsewhere. Sends nothing yet. A signal leaves the job alone. */
  track(endpointId: string, job: string | Job, options?: TrackOptions): SubmittedJob;
}

export interface TrackOptions {
  readonly signal?: AbortSignal | undefined;
  /** What the job was submitted with, where it is known: its texts are masked in what the handler says of a failure. */
  readonly input?: JobInput | undefined;
  /**
   * What the signal does beside ending all waiting with its reason: `cancel` cancels the job on the platform as well,
   * unless it is known to be finished; `leave` does not. Default: `cancel` for `submit`, `leave` for `track`.
   */
  readonly onAbort?: "cancel" | "leave" | undefined;
  /** Told of the job after each look, for progress. */
  readonly onStatus?: ((job: Job) => void) | undefined;
}

export interface SubmitOptions extends Omit<JobOptions, keyof CallOptions>, Omit<TrackOptions, "input"> {}

/**
 * One job, from its submission to its end.
 *
 * `await job` waits, with a growing pause between looks, and answers the completed job. One that ended otherwise is a
 * `JobFailedError`, `JobCancelledError` or `JobTimedOutError`; one the platform has forgotten is a `JobExpiredError`.
 * After an error of the connection it can be awaited again. Being awaitable, it cannot be the result of an `async`
 * function without being awaited there.
 *
 * `for await (const chunk of job)` yields what the handler streams, until the job ends; then it throws as `await` does.
 */
export interface SubmittedJob extends PromiseLike<CompletedJob>, AsyncIterable<StreamChunk> {
  readonly endpointId: string;
  /** The job as the platform accepted it: its id above all. Throws what `run` throws. */
  accepted(): Promise<Pick<Job, "id">>;
  /** Waits for the end and answers the job, however it ended. */
  finished(): Promise<Job>;
  /** Looks once. */
  status(options?: StatusOptions): Promise<Job>;
  cancel(options?: CallOptions): Promise<Job>;
  /** Queues it again; it can then be awaited anew. */
  retry(options?: CallOptions): Promise<Job>;
  /** False once chunks of its stream may have been lost with an answer. The finished job may hold them all. */
  readonly streamIntact: boolean;
}

/** Whether the job has ended. A state this client does not know is taken for one that passes. */
export function isFinished(job: Pick<Job, "status">): boolean {
  switch (job.status) {
    case "COMPLETED":
    case "FAILED":
    case "CANCELLED":
    case "TIMED_OUT":
      return true;
    default:
      return false;
  }
}
