import * as z from "zod";
import type { CallOptions } from "../http/requests";
import { count, id, type Open, open, type Parsed, text } from "../wire/fields";

/** Statuses of a job that has ended. */
export type FinalJobStatus = "COMPLETED" | "FAILED" | "CANCELLED" | "TIMED_OUT";

export type JobStatus = "IN_QUEUE" | "IN_PROGRESS" | FinalJobStatus;

// Turns the error of a job into text. A handler may report a value that is not a string.
const errorText = z
  .unknown()
  .transform((error) => (error === undefined || error === null ? undefined : textOf(error)))
  .optional();
const number = z.number().optional().catch(undefined);

export const jobSchema = z.object({
  id,
  status: open<JobStatus>(id),
  /** Return value of the endpoint's handler. Absent until the job has completed. */
  output: z.unknown().optional(),
  /** Error text of the handler. */
  error: errorText,
  /** Milliseconds that the job waited in the queue. */
  delayTime: number,
  /** Milliseconds that a worker worked on the job. */
  executionTime: number,
  /** Number of times that RunPod itself ran the job again. Absent if RunPod does not report it. */
  retries: number,
  workerId: z.string().optional().catch(undefined),
});
export type Job = Parsed<typeof jobSchema>;

export interface CompletedJob extends Job {
  readonly status: "COMPLETED";
}

export const healthSchema = z.object({
  // Numbers of jobs. `inProgress` and `inQueue` are required: a drain waits until they are 0, so a missing number must not become 0.
  jobs: z.object({ completed: count, failed: count, inProgress: z.number(), inQueue: z.number(), retried: count }),
  /** Number of workers in each state. `idle` and `running` are always present, and RunPod may add other states. */
  workers: z.object({ idle: count, running: count }).catchall(z.number().catch(0)),
});
/**
 * Counts of one endpoint. `inQueue`, `inProgress` and the workers are current numbers. All other counts cover the time since
 * the creation of the endpoint.
 */
export type EndpointHealth = Parsed<typeof healthSchema>;

export const purgedSchema = z.object({
  /** Number of jobs that RunPod removed from the queue. */
  removed: count,
  status: text,
});
export type PurgedQueue = Parsed<typeof purgedSchema>;

/** Input of an endpoint's handler, any JSON object. Errors mask its texts. */
export type JobInput = Readonly<Record<string, unknown>>;

/** Limits of one job in milliseconds, and its priority. */
export interface JobPolicy {
  /** Longest execution, 5 000 to 604 800 000 (7 days). Default: the setting of the endpoint. */
  readonly executionTimeout?: number | undefined;
  /**
   * Longest time from submission, including queue and execution, 10 000 to 604 800 000 (7 days). After this time, RunPod
   * removes the job. Default 86 400 000 (1 day).
   */
  readonly ttl?: number | undefined;
  /** If true, the job waits for an existing worker, and RunPod starts no new worker for it. Default false. */
  readonly lowPriority?: boolean | undefined;
}

/** Body that RunPod posts to the webhook when a job has finished. */
export interface JobWebhook extends Omit<Job, "workerId"> {
  readonly input: JobInput;
  /** URL of the webhook itself. */
  readonly webhook: string;
}

/** S3 storage where the worker may put large results. Errors mask it. */
export interface S3Config {
  readonly accessId: string;
  readonly accessSecret: string;
  readonly bucketName: string;
  readonly endpointUrl: string;
}

/** Options of a submission, apart from the input. */
export interface JobOptions extends CallOptions {
  /**
   * http or https URL to which RunPod posts a `JobWebhook` when the job has finished. The posted body contains this URL, so
   * a secret in the URL reaches the receiver. Errors mask the URL.
   */
  readonly webhook?: string | undefined;
  readonly policy?: JobPolicy | undefined;
  readonly s3Config?: S3Config | undefined;
}

export interface RunSyncOptions extends JobOptions {
  /** Milliseconds that RunPod holds the request, 1 000 to 300 000. Default 90 000. */
  readonly wait?: number | undefined;
}

export interface StatusOptions extends CallOptions {
  /**
   * New time to live of the job in milliseconds, counted from now, 1 to 604 800 000. RunPod documents no upper limit; the
   * client sets 7 days.
   */
  readonly ttl?: number | undefined;
}

/** A part of a result that the handler yielded. The handler chooses `output` and `metrics`, at most 1 MB together. */
export interface StreamChunk {
  readonly output?: unknown;
  readonly metrics?: unknown;
}

/** If a handler yields a value that is not an object, the value becomes the `output` of its chunk. */
const chunk: z.ZodType<StreamChunk> = z.union([
  z.object({ output: z.unknown(), metrics: z.unknown().optional() }),
  z.unknown().transform((output) => ({ output })),
]);

/** Response with chunks. RunPod documents a bare list. Other clients read the list from `stream`, next to the status of the job. */
export const streamSchema: z.ZodType<Omit<StreamPart, "intact">> = z.union([
  z.array(chunk).transform((chunks) => ({ chunks, status: undefined })),
  z
    .object({ status: z.string().optional(), stream: z.array(chunk) })
    .transform(({ stream, status }) => ({ chunks: stream, status })),
]);

export interface StreamPart {
  /** Chunks that RunPod has not delivered before. `[]` if there are no new chunks. */
  readonly chunks: readonly StreamChunk[];
  /** Status of the job. Absent if RunPod sent a bare list. */
  readonly status?: Open<JobStatus> | undefined;
  /** False if an earlier response of this call was lost. RunPod does not send the chunks of a lost response again. */
  readonly intact: boolean;
}

export interface TrackOptions {
  readonly signal?: AbortSignal | undefined;
  /** Input of the job, if known. If the handler's error text quotes the input, errors mask these quotes. */
  readonly input?: JobInput | undefined;
  /**
   * Effect of the signal on the job. The signal always ends the wait with its reason. With `cancel`, the client also cancels
   * the job, unless it knows that the job has finished. With `leave`, the job continues. Default: `cancel` for `submit`,
   * `leave` for `track`.
   */
  readonly onAbort?: "cancel" | "leave" | undefined;
  /** Receives the job after each read, to show progress. */
  readonly onStatus?: ((job: Job) => void) | undefined;
}

export interface SubmitOptions extends Omit<JobOptions, keyof CallOptions>, Omit<TrackOptions, "input"> {}

/** Whether the job has ended. A job with an unknown status counts as unfinished. */
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

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
