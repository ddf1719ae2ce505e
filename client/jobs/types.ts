import * as z from "zod";
import type { CallOptions } from "../http/requests";
import { count, id, type Open, open, type Parsed, text } from "../values/fields";

/** How a job can end. */
export type FinalJobStatus = "COMPLETED" | "FAILED" | "CANCELLED" | "TIMED_OUT";

export type JobStatus = "IN_QUEUE" | "IN_PROGRESS" | FinalJobStatus;

// A handler may raise more than strings.
const errorText = z
  .unknown()
  .transform((error) => (error === undefined || error === null ? undefined : textOf(error)))
  .optional();
const number = z.number().optional().catch(undefined);

export const jobSchema = z.object({
  id,
  status: open<JobStatus>(id),
  /** The return value of the endpoint's handler; absent until then. */
  output: z.unknown().optional(),
  /** Why the job failed, in the handler's words. */
  error: errorText,
  /** Milliseconds in the queue. */
  delayTime: number,
  /** Milliseconds of work. */
  executionTime: number,
  /** How often RunPod has run it again by itself, if RunPod reports it. */
  retries: number,
  workerId: z.string().optional().catch(undefined),
});
export type Job = Parsed<typeof jobSchema>;

export interface CompletedJob extends Job {
  readonly status: "COMPLETED";
}

export const healthSchema = z.object({
  // A drain waits for these two to reach 0, so an absent one must not look like 0.
  jobs: z.object({ completed: count, failed: count, inProgress: z.number(), inQueue: z.number(), retried: count }),
  /** Workers by state; `idle` and `running` are always there, RunPod may add others. */
  workers: z.object({ idle: count, running: count }).catchall(z.number().catch(0)),
});
/** Counts of one endpoint. All but `inQueue`, `inProgress` and the workers add up since it was created. */
export type EndpointHealth = Parsed<typeof healthSchema>;

export const purgedSchema = z.object({
  /** Jobs taken out of the queue. */
  removed: count,
  status: text,
});
export type PurgedQueue = Parsed<typeof purgedSchema>;

/** The input of an endpoint's handler: any JSON object. Errors mask its texts. */
export type JobInput = Readonly<Record<string, unknown>>;

/** Bounds of one job, in milliseconds. */
export interface JobPolicy {
  /** Longest run, 5 000 to 604 800 000 (7 days). Default: the endpoint's. */
  readonly executionTimeout?: number | undefined;
  /** From submission, queue and run together, 10 000 to 604 800 000. Then the job is removed. Default 86 400 000 (1 day). */
  readonly ttl?: number | undefined;
  /** Does not make the endpoint add workers. Default false. */
  readonly lowPriority?: boolean | undefined;
}

/** The body that RunPod posts to the webhook of a finished job. */
export interface JobWebhook extends Omit<Job, "workerId"> {
  readonly input: JobInput;
  /** The URL that it is posted to. */
  readonly webhook: string;
}

/** Where the worker may put large results. Errors mask it. */
export interface S3Config {
  readonly accessId: string;
  readonly accessSecret: string;
  readonly bucketName: string;
  readonly endpointUrl: string;
}

/** Options of a submission, beside the input. */
export interface JobOptions extends CallOptions {
  /**
   * RunPod posts a `JobWebhook` there when the job is finished; an http or https URL. The body has the URL itself too, so the
   * receiver learns a secret in it. Errors mask it.
   */
  readonly webhook?: string | undefined;
  readonly policy?: JobPolicy | undefined;
  readonly s3Config?: S3Config | undefined;
}

export interface RunSyncOptions extends JobOptions {
  /** How long RunPod holds the request, 1 000 to 300 000 ms. Default 90 000. */
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

/** A chunk that is no object is an output by itself. */
const chunk: z.ZodType<StreamChunk> = z.union([
  z.object({ output: z.unknown(), metrics: z.unknown().optional() }),
  z.unknown().transform((output) => ({ output })),
]);

/** RunPod documents a bare list; others read it from `stream`, beside the status. */
export const streamSchema: z.ZodType<Omit<StreamPart, "intact">> = z.union([
  z.array(chunk).transform((chunks) => ({ chunks, status: undefined })),
  z
    .object({ status: z.string().optional(), stream: z.array(chunk) })
    .transform(({ stream, status }) => ({ chunks: stream, status })),
]);

export interface StreamPart {
  /** The chunks that were not delivered before; `[]` when there is nothing new. */
  readonly chunks: readonly StreamChunk[];
  /** The job's state, from platforms that report it beside the chunks. */
  readonly status?: Open<JobStatus> | undefined;
  /** False when an earlier response to this call was lost: its chunks do not come again. */
  readonly intact: boolean;
}

export interface TrackOptions {
  readonly signal?: AbortSignal | undefined;
  /** The job's input, if known: errors mask its texts in the handler's words. */
  readonly input?: JobInput | undefined;
  /**
   * The signal ends all waiting with its reason. With `cancel` it also cancels the job on RunPod, unless the client knows
   * that the job has finished; with `leave` it does not. Default: `cancel` for `submit`, `leave` for `track`.
   */
  readonly onAbort?: "cancel" | "leave" | undefined;
  /** Called with the job after each read, for progress. */
  readonly onStatus?: ((job: Job) => void) | undefined;
}

export interface SubmitOptions extends Omit<JobOptions, keyof CallOptions>, Omit<TrackOptions, "input"> {}

/** Whether the job has ended. A state that this client does not know counts as unfinished. */
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
