import * as z from "zod";
import { checkInteger } from "../errors/invalid-call";
import type { ClientContext } from "../http/http";
import type { CallOptions } from "../http/requests";
import { type ApiRequest, type ApiResponse, pathOf, type Surface } from "../http/requests";
import { JOB_BOUNDS } from "./bounds";
import type { NotShownOptions } from "./not-shown";
import { RETENTION } from "./outcomes";
import { submissionOf } from "./submission";
import { SubmittedJob } from "./submitted-job";
import {
  type EndpointHealth,
  healthSchema,
  type Job,
  type JobInput,
  type JobOptions,
  jobSchema,
  type PurgedQueue,
  purgedSchema,
  type RunSyncOptions,
  type StatusOptions,
  type StreamPart,
  type SubmitOptions,
  streamSchema,
  type TrackOptions,
} from "./types";

const DEFAULT_WAIT_MS = 90_000;

const notFoundHints = {
  jobs: "Check the endpoint's id, and check that the API key belongs to the account of the endpoint.",
  public: "Check the model's id.",
};

/** Job operations over the serverless host. All methods throw `NotFoundError` for an unknown endpoint. */
export abstract class JobOperations {
  readonly #context: ClientContext;
  /** Surface of the endpoint. RunPod accepts the bare API key only for the account's own endpoints. */
  readonly #surface: Extract<Surface, "jobs" | "public">;

  constructor(context: ClientContext, surface: Extract<Surface, "jobs" | "public">) {
    this.#context = context;
    this.#surface = surface;
  }

  /** Submits a job of at most 10 MB (10,000,000 bytes). The client never repeats a submission that may have reached RunPod. */
  async run(endpointId: string, input: JobInput, options: JobOptions = {}): Promise<Job> {
    const submission = submissionOf("run", { input, options, megabytes: 10 });
    return await this.#job({ ...this.post("run", [endpointId, "run"], options), ...submission, isSuccess });
  }

  /**
   * Submits a job of at most 20 MB (20,000,000 bytes) and waits for it in the same request. After the wait, the job has ended
   * with any outcome, or is still `IN_QUEUE` or `IN_PROGRESS`. To wait longer, call `track`. The client never repeats a
   * submission that may have reached RunPod.
   */
  async runsync(endpointId: string, input: JobInput, options: RunSyncOptions = {}): Promise<Job> {
    const { wait } = options;
    checkInteger("runsync", "wait", wait, JOB_BOUNDS.wait);
    const submission = submissionOf("runsync", { input, options, megabytes: 20 });
    const request = this.post("runsync", [endpointId, "runsync"], options);
    const extraTimeoutMs = wait ?? DEFAULT_WAIT_MS;
    return await this.#job({ ...request, ...submission, query: { wait }, extraTimeoutMs, isSuccess });
  }

  /**
   * Returns the state of a job. Throws `NotFoundError` both for an unknown job and for an expired result, because RunPod sends
   * the same response in both cases. The hint says how long RunPod keeps results: 30 minutes after `run`, 1 to 5 minutes after
   * `runsync`.
   */
  async status(endpointId: string, jobId: string, { ttl, signal }: StatusOptions = {}): Promise<Job> {
    checkInteger("status", "ttl", ttl, JOB_BOUNDS.remainingTtl);
    return await this.#job({ ...this.#ofJob("status", endpointId, jobId, { signal }), query: { ttl } });
  }

  /** Returns the chunks that a streaming handler has yielded since the last call. RunPod delivers each chunk once. */
  async stream(endpointId: string, jobId: string, options: CallOptions = {}): Promise<StreamPart> {
    const { http } = this.#context;
    const request = this.#ofJob("stream", endpointId, jobId, options);
    const response = await http.send(request);
    return { ...http.parse(request, response, streamSchema), intact: !response.repeated };
  }

  /** Cancels a queued or running job. Returns a finished job unchanged. */
  async cancel(endpointId: string, jobId: string, options: CallOptions = {}): Promise<Job> {
    return await this.#job({ ...this.#ofJob("cancel", endpointId, jobId, options), method: "POST" });
  }

  /**
   * Queues a `FAILED` or `TIMED_OUT` job again, with the same id and input. Throws `RuleError` for a job in another state,
   * and `NotFoundError` for an expired result. The client never repeats a retry that may have reached RunPod, because each
   * retry runs the job once more.
   */
  async retry(endpointId: string, jobId: string, options: CallOptions = {}): Promise<Job> {
    return await this.#job({ ...this.#ofJob("retry", endpointId, jobId, options), method: "POST", idempotent: false });
  }

  /**
   * Submits a job at once with `run`, and returns an object that you can await, iterate and cancel. If the submission fails,
   * the object throws the error when you use it.
   */
  submit(endpointId: string, input: JobInput, options: SubmitOptions = {}): SubmittedJob {
    const { signal, onAbort = "cancel", onStatus } = options;
    const start = (call: CallOptions) => this.run(endpointId, input, { ...options, ...call });
    return new SubmittedJob({ ...this.#around(endpointId, input), start, signal, onAbort, onStatus });
  }

  /**
   * Returns the same kind of object for a job that you have already submitted. Sends nothing yet. By default, a signal does not
   * cancel the job.
   */
  track(endpointId: string, job: string | Job, options: TrackOptions = {}): SubmittedJob {
    const { signal, onAbort = "leave", onStatus, input } = options;
    return new SubmittedJob({ ...this.#around(endpointId, input), start: job, signal, onAbort, onStatus });
  }

  /** Throws if the endpoint does not exist. Does nothing on a surface that cannot check the endpoint. */
  protected async confirmEndpoint(_endpointId: string, _options: CallOptions): Promise<void> {}

  /** Returns a reader of the endpoint's health, or `undefined` if the surface does not report it. */
  protected healthOf(_endpointId: string): NotShownOptions["health"] {
    return undefined;
  }

  protected json<T>(request: ApiRequest, schema: z.ZodType<T>): Promise<T> {
    return this.#context.http.json(request, schema);
  }

  protected get(operation: string, segments: readonly string[], { signal, graceMs }: CallOptions): ApiRequest {
    const path = pathOf(operation, "v2", ...segments);
    const notFoundHint = notFoundHints[this.#surface];
    return { operation, surface: this.#surface, method: "GET", path, idempotent: true, signal, graceMs, notFoundHint };
  }

  protected post(operation: string, segments: readonly string[], options: CallOptions): ApiRequest {
    return { ...this.get(operation, segments, options), method: "POST", idempotent: false };
  }

  #around(endpointId: string, input?: JobInput) {
    const { http, clock, timeScale } = this.#context;
    const mask = http.maskOf({ operation: "status", body: { input } });
    const confirmEndpoint = (options: CallOptions) => this.confirmEndpoint(endpointId, options);
    const health = this.healthOf(endpointId);
    return { endpointId, operations: this, clock, timeScale, mask, confirmEndpoint, health };
  }

  #job(request: ApiRequest): Promise<Job> {
    return this.json(request, jobSchema);
  }

  /** Returns a request about a job. A 404 gets a hint, because the job may have existed. */
  #ofJob(operation: string, endpointId: string, jobId: string, options: CallOptions): ApiRequest {
    const notFoundHint = `${RETENTION}, so the result of this job may have expired.`;
    return { ...this.get(operation, [endpointId, operation, jobId], options), notFoundHint };
  }
}

/** Job operations of the account's own queue-based endpoints. */
export class Jobs extends JobOperations {
  constructor(context: ClientContext) {
    super(context, "jobs");
  }

  async health(endpointId: string, options: CallOptions = {}): Promise<EndpointHealth> {
    return await this.json(this.get("health", [endpointId, "health"], options), healthSchema);
  }

  /**
   * Removes all waiting jobs. Jobs in progress continue. The client never repeats a purge that may have reached RunPod,
   * because the second purge would remove newer jobs too.
   */
  async purgeQueue(endpointId: string, options: CallOptions = {}): Promise<PurgedQueue> {
    return await this.json(this.post("purgeQueue", [endpointId, "purge-queue"], options), purgedSchema);
  }

  protected override healthOf(endpointId: string): NotShownOptions["health"] {
    return (options) => this.health(endpointId, options);
  }

  protected override async confirmEndpoint(endpointId: string, options: CallOptions): Promise<void> {
    await this.health(endpointId, options);
  }
}

/** Whether a 400 contains a job. RunPod sends a 400 with the `FAILED` job when the generation of a public endpoint fails. */
function isSuccess({ status, json }: Pick<ApiResponse, "status" | "json">): boolean {
  return status === 400 && failedJob.safeParse(json()).success;
}

const failedJob = z.object({ id: z.string(), status: z.literal("FAILED") });
