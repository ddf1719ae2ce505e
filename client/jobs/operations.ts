import * as z from "zod";
import type { CallOptions } from "../collection/collection";
import { type Answer, type ApiRequest, pathOf, type Surface } from "../http/message";
import type { Means } from "../means";
import { healthAnswer, jobAnswer, purgedAnswer, streamAnswer } from "./answers";
import { RETENTION } from "./endings";
import { checkTtl, checkWait, submissionOf } from "./submission";
import { TrackedJob } from "./tracked-job";
import type {
  EndpointHealth,
  Job,
  JobInput,
  JobOptions,
  Jobs,
  PurgedQueue,
  RunSyncOptions,
  StatusOptions,
  StreamPart,
  SubmitOptions,
  SubmittedJob,
  TrackOptions,
} from "./types";

export interface JobOperationsOptions extends Means {
  /** Own endpoints or public ones: the same operations, another way to send the key. */
  readonly surface: Extract<Surface, "jobs" | "public">;
}

const DEFAULT_WAIT_MS = 90_000;

/** Job operations over the serverless host (contract section 14). */
export class JobOperations implements Jobs {
  readonly #options: JobOperationsOptions;

  constructor(options: JobOperationsOptions) {
    this.#options = options;
  }

  async run(endpointId: string, input: JobInput, options: JobOptions = {}): Promise<Job> {
    const submission = submissionOf("run", { input, options, megabytes: 10 });
    return await this.#job({ ...this.#post("run", [endpointId, "run"], options), ...submission, isAnswer });
  }

  async runsync(endpointId: string, input: JobInput, options: RunSyncOptions = {}): Promise<Job> {
    const { wait } = options;
    checkWait("runsync", wait);
    const submission = submissionOf("runsync", { input, options, megabytes: 20 });
    const request = this.#post("runsync", [endpointId, "runsync"], options);
    const patienceMs = wait ?? DEFAULT_WAIT_MS;
    return await this.#job({ ...request, ...submission, query: { wait }, patienceMs, isAnswer });
  }

  async status(endpointId: string, jobId: string, { ttl, signal }: StatusOptions = {}): Promise<Job> {
    checkTtl("status", ttl);
    return await this.#job({ ...this.#ofJob("status", endpointId, jobId, { signal }), query: { ttl } });
  }

  async stream(endpointId: string, jobId: string, options: CallOptions = {}): Promise<StreamPart> {
    const { http } = this.#options;
    const request = this.#ofJob("stream", endpointId, jobId, options);
    const answer = await http.send(request);
    return { ...http.parse(request, answer, streamAnswer), intact: !answer.repeated };
  }

  async health(endpointId: string, options: CallOptions = {}): Promise<EndpointHealth> {
    return await this.#options.http.json(this.#get("health", [endpointId, "health"], options), healthAnswer);
  }

  /** A repeated purge would also remove what was queued since. */
  async purgeQueue(endpointId: string, options: CallOptions = {}): Promise<PurgedQueue> {
    return await this.#options.http.json(this.#post("purgeQueue", [endpointId, "purge-queue"], options), purgedAnswer);
  }

  async cancel(endpointId: string, jobId: string, options: CallOptions = {}): Promise<Job> {
    return await this.#job({ ...this.#ofJob("cancel", endpointId, jobId, options), method: "POST" });
  }

  async retry(endpointId: string, jobId: string, options: CallOptions = {}): Promise<Job> {
    return await this.#job({ ...this.#ofJob("retry", endpointId, jobId, options), method: "POST", idempotent: false });
  }

  submit(endpointId: string, input: JobInput, options: SubmitOptions = {}): SubmittedJob {
    const { signal, onAbort = "cancel", onStatus } = options;
    const start = (call: CallOptions) => this.run(endpointId, input, { ...options, ...call });
    return new TrackedJob({ ...this.#around(endpointId, input), start, signal, onAbort, onStatus });
  }

  track(endpointId: string, job: string | Job, options: TrackOptions = {}): SubmittedJob {
    const { signal, onAbort = "leave", onStatus, input } = options;
    return new TrackedJob({ ...this.#around(endpointId, input), start: job, signal, onAbort, onStatus });
  }

  #around(endpointId: string, input?: JobInput) {
    const { http, clock, timeScale, surface } = this.#options;
    const mask = (text: string) => http.maskOf({ operation: "status", body: { input } })(text);
    // Whether public endpoints have a health of their own is not documented.
    return { endpointId, operations: this, clock, timeScale, mask, hasHealth: surface === "jobs" };
  }

  #job(request: ApiRequest): Promise<Job> {
    return this.#options.http.json(request, jobAnswer);
  }

  /** A request about one job, which may have been there. */
  #ofJob(operation: string, endpointId: string, jobId: string, options: CallOptions): ApiRequest {
    const notFoundHint = `${RETENTION}; this job's may have expired.`;
    return { ...this.#get(operation, [endpointId, operation, jobId], options), notFoundHint };
  }

  #get(operation: string, segments: readonly string[], { signal, graceMs }: CallOptions): ApiRequest {
    const path = pathOf(operation, "v2", ...segments);
    return { operation, surface: this.#options.surface, method: "GET", path, idempotent: true, signal, graceMs };
  }

  #post(operation: string, segments: readonly string[], options: CallOptions): ApiRequest {
    return { ...this.#get(operation, segments, options), method: "POST", idempotent: false };
  }
}

/** A failed generation of a public endpoint is answered with a 400, and is a job all the same (contract section 15). */
function isAnswer({ status, json }: Pick<Answer, "status" | "json">): boolean {
  return status === 400 && failedJob.safeParse(json()).success;
}

const failedJob = z.object({ id: z.string(), status: z.literal("FAILED") });
