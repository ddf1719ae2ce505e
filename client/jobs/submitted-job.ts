import { JobExpiredError, NotFoundError, PlatformError } from "../errors";
import type { CallOptions } from "../http/requests";
import { CancelOnAbort } from "./cancel-on-abort";
import { NotShown, type NotShownOptions } from "./not-shown";
import { expired, unlessUnsuccessful } from "./outcomes";
import {
  type CompletedJob,
  isFinished,
  type Job,
  type StatusOptions,
  type StreamChunk,
  type StreamPart,
} from "./types";

interface JobCalls {
  status(endpointId: string, jobId: string, options?: StatusOptions): Promise<Job>;
  stream(endpointId: string, jobId: string, options?: CallOptions): Promise<StreamPart>;
  cancel(endpointId: string, jobId: string, options?: CallOptions): Promise<Job>;
  retry(endpointId: string, jobId: string, options?: CallOptions): Promise<Job>;
}

interface SubmittedJobOptions extends NotShownOptions {
  readonly endpointId: string;
  /** The job, its id, or the function that submits it. */
  readonly start: Job | string | ((options: CallOptions) => Promise<Job>);
  readonly operations: JobCalls;
  readonly signal: AbortSignal | undefined;
  readonly onAbort: "cancel" | "leave";
  readonly onStatus: ((job: Job) => void) | undefined;
  /** Throws if the endpoint does not exist. Does nothing on a surface that cannot check the endpoint. */
  readonly confirmEndpoint: (options: CallOptions) => Promise<void>;
  readonly mask: (text: string) => string;
}

/** Grace period of a submission in flight after the signal fires. Only the response has the id of the job to cancel. */
const GRACE_MS = 5_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/**
 * One job, from its submission to its outcome.
 *
 * `await job` reads the job with growing pauses and returns it when it has completed. For any other outcome it throws a
 * `JobFailedError`, `JobCancelledError` or `JobTimedOutError`. For a job that RunPod has forgotten, it throws a
 * `JobExpiredError`. After a connection error, you can await the same object again. An `async` function cannot return the
 * object without awaiting it, because the object is awaitable.
 *
 * `for await (const chunk of job)` yields the handler's stream until the job ends. If the job did not complete, the loop throws
 * the same errors.
 */
export class SubmittedJob implements PromiseLike<CompletedJob>, AsyncIterable<StreamChunk> {
  readonly endpointId: string;
  readonly #options: SubmittedJobOptions;
  readonly #onAbort: CancelOnAbort;
  readonly #accepted: Promise<Pick<Job, "id">>;
  /** The last known state of the job, and the time at which the client read it. */
  #seen: { readonly job: Job; readonly atMs: number } | undefined;
  /** Present until RunPod shows the job. */
  #notShown: NotShown | undefined;
  /** The finished job with all its fields. The response to a cancel has only the status. */
  #result: Job | undefined;
  #finishing: Promise<Job> | undefined;
  #intact = true;

  constructor(options: SubmittedJobOptions) {
    const { endpointId, start, signal, onAbort } = options;
    this.endpointId = endpointId;
    this.#options = options;
    this.#onAbort = new CancelOnAbort(onAbort === "cancel" ? signal : undefined, () => this.#cancelUnlessOver());
    if (typeof start === "function") this.#accepted = this.#submit(start);
    else if (typeof start === "string") {
      this.#notShown = new NotShown(options, false);
      this.#accepted = Promise.resolve({ id: start });
    } else this.#accepted = Promise.resolve(this.#submitted(start));
    // Each use of the object reports the error. An unused object must not crash the process.
    this.#accepted.catch(() => undefined);
    this.#onAbort.arm();
  }

  /**
   * Whether all chunks of the stream arrived. False after a lost response, which may have contained chunks. The finished job
   * may still contain all chunks.
   */
  get streamIntact(): boolean {
    return this.#intact;
  }

  /** Returns the accepted job with its id. Throws the errors of `run`. */
  accepted(): Promise<Pick<Job, "id">> {
    return this.#untilAborted(async () => ({ id: (await this.#accepted).id }));
  }

  /** Waits until the job ends, and returns it with any outcome. */
  finished(): Promise<Job> {
    this.#finishing ??= this.#poll().catch((error: unknown) => {
      this.#finishing = undefined;
      throw error;
    });
    return this.#finishing;
  }

  // biome-ignore lint/suspicious/noThenProperty: this class is meant to be awaited
  then<Result1 = CompletedJob, Result2 = never>(
    onCompleted?: ((job: CompletedJob) => Result1 | PromiseLike<Result1>) | null,
    onRejected?: ((reason: unknown) => Result2 | PromiseLike<Result2>) | null,
  ): Promise<Result1 | Result2> {
    return this.#completed().then(onCompleted, onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamChunk, void> {
    for (let quiet = 0; ; ) {
      // When the job has ended, one more read returns the remaining chunks.
      const ended = this.#isOver();
      const { chunks, status } = await this.#untilAborted(() => this.#read());
      yield* chunks;
      if (chunks.length > 0) quiet = 0;
      else if (ended || (status !== undefined && isFinished({ status }))) break;
      else if (status === undefined && isFinished(await this.#untilAborted(() => this.#fetch()))) continue;
      else {
        quiet += 1;
        await this.#untilAborted(() => this.#pause(quiet, this.#options.signal));
      }
    }
    await this.#completed();
  }

  /** Reads the job once. */
  async status(options: StatusOptions = {}): Promise<Job> {
    const job = await this.#call((id) => this.#options.operations.status(this.endpointId, id, options), options);
    if (isFinished(job)) this.#result = job;
    return job;
  }

  async cancel(options: CallOptions = {}): Promise<Job> {
    const job = await this.#call((id) => this.#options.operations.cancel(this.endpointId, id, options), options);
    // A cancelled job has no further result, and RunPod may forget it at once.
    if (job.status === "CANCELLED") this.#result = job;
    return job;
  }

  /** Queues the job again. You can then await it again. */
  async retry(options: CallOptions = {}): Promise<Job> {
    const job = await this.#call((id) => this.#options.operations.retry(this.endpointId, id, options), options);
    this.#finishing = undefined;
    this.#result = undefined;
    this.#intact = true;
    this.#onAbort.arm();
    return job;
  }

  async #completed(): Promise<CompletedJob> {
    return unlessUnsuccessful(this.endpointId, await this.finished(), this.#options.mask);
  }

  #poll(): Promise<Job> {
    return this.#untilAborted(async () => {
      await this.#accepted;
      for (let reads = 1; this.#result === undefined; reads += 1) {
        if (this.#seen !== undefined && !this.#isOver()) await this.#pause(reads, this.#options.signal);
        if (this.#result === undefined) await this.#fetch();
      }
      return this.#result;
    });
  }

  #fetch(): Promise<Job> {
    return this.status({ signal: this.#options.signal });
  }

  async #read(): Promise<StreamPart> {
    const { id } = await this.#accepted;
    const { operations, signal } = this.#options;
    let intact = false;
    try {
      const part = await this.#unlessForgotten(() => operations.stream(this.endpointId, id, { signal }), signal);
      intact = part.intact;
      return part;
    } catch (error) {
      // A refusal delivers no chunks. Any other failure may have lost chunks.
      intact = error instanceof PlatformError && error.status !== undefined && error.status < 500;
      throw error;
    } finally {
      if (!intact) this.#intact = false;
    }
  }

  async #call(work: (id: string) => Promise<Job>, { signal }: CallOptions): Promise<Job> {
    const { id } = await this.#accepted;
    return this.#record(await this.#unlessForgotten(() => work(id), signal));
  }

  /**
   * Turns a 404 into a `JobExpiredError` if an earlier read has seen the job. The 404 alone does not show whether the job is
   * unknown or its result has expired.
   */
  async #unlessForgotten<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await this.#onceShown(work, signal);
    } catch (error) {
      if (!(error instanceof NotFoundError) || error instanceof JobExpiredError || this.#seen === undefined)
        throw error;
      const { clock, confirmEndpoint } = this.#options;
      await confirmEndpoint({ signal });
      throw expired(error, this.#seen.job, clock.now() - this.#seen.atMs);
    }
  }

  async #onceShown<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        const shown = await work();
        this.#notShown = undefined;
        if (this.#seen !== undefined) this.#seen = { ...this.#seen, atMs: this.#options.clock.now() };
        return shown;
      } catch (error) {
        if (!(error instanceof NotFoundError) || (await this.#notShown?.mayAppear(signal)) !== true) throw error;
        await this.#pause(tries, signal);
      }
    }
  }

  #record(job: Job): Job {
    this.#seen = { job, atMs: this.#options.clock.now() };
    if (isFinished(job)) this.#onAbort.disarm();
    this.#options.onStatus?.(job);
    return job;
  }

  /** Records the response to a submission. The response has all fields of the job, even if the job has already finished. */
  #submitted(job: Job): Job {
    if (isFinished(job)) this.#result = job;
    this.#record(job);
    this.#notShown = new NotShown(this.#options, true);
    return job;
  }

  #isOver(): boolean {
    return this.#result !== undefined || (this.#seen !== undefined && isFinished(this.#seen.job));
  }

  async #submit(start: (options: CallOptions) => Promise<Job>): Promise<Job> {
    const { signal, onAbort } = this.#options;
    signal?.throwIfAborted();
    return this.#submitted(await start({ signal, graceMs: onAbort === "cancel" ? GRACE_MS : 0 }));
  }

  /** Runs the work. If the signal fires, cancels the job and then throws the signal's reason, or the error of the cancel. */
  async #untilAborted<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this.#options;
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted !== true || error !== signal.reason) throw error;
      await this.#onAbort.cancelled();
      throw error;
    }
  }

  async #cancelUnlessOver(): Promise<void> {
    const { id } = await this.#accepted;
    if (!this.#isOver()) await this.#onceShown(() => this.#options.operations.cancel(this.endpointId, id));
  }

  #pause(times: number, signal: AbortSignal | undefined): Promise<void> {
    const { clock, timeScale } = this.#options;
    const ms = Math.min(FIRST_PAUSE_MS * 1.5 ** (times - 1), LONGEST_PAUSE_MS);
    return clock.sleep(ms * timeScale, signal);
  }
}
