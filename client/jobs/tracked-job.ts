import type { Clock } from "../clock";
import type { CallOptions } from "../collection/collection";
import { JobExpiredError, NotFoundError, PlatformError } from "../errors";
import { expired, unlessUnsuccessful } from "./endings";
import {
  type CompletedJob,
  isFinished,
  type Job,
  type Jobs,
  type StatusOptions,
  type StreamChunk,
  type StreamPart,
  type SubmittedJob,
} from "./types";

export interface TrackedJobOptions {
  readonly endpointId: string;
  /** The job, its id, or what submits it. */
  readonly start: Job | string | ((options: CallOptions) => Promise<Job>);
  readonly operations: Pick<Jobs, "status" | "stream" | "cancel" | "retry" | "health">;
  readonly clock: Clock;
  readonly timeScale: number;
  readonly signal: AbortSignal | undefined;
  readonly onAbort: "cancel" | "leave";
  readonly onStatus: ((job: Job) => void) | undefined;
  /** Whether the endpoint's health tells that it is still there. */
  readonly hasHealth: boolean;
  readonly mask: (text: string) => string;
}

/** A submission under way when the signal fires has this long to tell the id of the job that is to be cancelled. */
const GRACE_MS = 5_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

export class TrackedJob implements SubmittedJob {
  readonly endpointId: string;
  readonly #options: TrackedJobOptions;
  readonly #accepted: Promise<Pick<Job, "id">>;
  /** What the platform said last, and when. */
  #seen: { readonly job: Job; readonly atMs: number } | undefined;
  /** The finished job, whole: a cancel answers its state alone. */
  #result: Job | undefined;
  #finishing: Promise<Job> | undefined;
  #ending: Promise<void> | undefined;
  #intact = true;

  constructor(options: TrackedJobOptions) {
    const { endpointId, start } = options;
    this.endpointId = endpointId;
    this.#options = options;
    this.#accepted = typeof start === "function" ? this.#submit(start) : Promise.resolve(this.#known(start));
    // Whoever uses the object hears of it; nobody has to.
    this.#accepted.catch(() => undefined);
    this.#arm();
  }

  get streamIntact(): boolean {
    return this.#intact;
  }

  accepted(): Promise<Pick<Job, "id">> {
    return this.#whileWanted(async () => ({ id: (await this.#accepted).id }));
  }

  finished(): Promise<Job> {
    this.#finishing ??= this.#poll().catch((error: unknown) => {
      this.#finishing = undefined;
      throw error;
    });
    return this.#finishing;
  }

  // biome-ignore lint/suspicious/noThenProperty: to be awaited is what it is for
  then<Result1 = CompletedJob, Result2 = never>(
    onCompleted?: ((job: CompletedJob) => Result1 | PromiseLike<Result1>) | null,
    onRejected?: ((reason: unknown) => Result2 | PromiseLike<Result2>) | null,
  ): Promise<Result1 | Result2> {
    return this.#completed().then(onCompleted, onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamChunk, void> {
    for (let quiet = 0; ; ) {
      // A job that had ended before this read has nothing to add to it.
      const ended = this.#isOver();
      const { chunks, status } = await this.#whileWanted(() => this.#read());
      yield* chunks;
      if (chunks.length > 0) quiet = 0;
      else if (ended || (status !== undefined && isFinished({ status }))) break;
      else if (status === undefined && isFinished(await this.#whileWanted(() => this.#look()))) continue;
      else {
        quiet += 1;
        await this.#whileWanted(() => this.#pause(quiet));
      }
    }
    await this.#completed();
  }

  async status(options: StatusOptions = {}): Promise<Job> {
    const job = await this.#about((id) => this.#options.operations.status(this.endpointId, id, options));
    if (isFinished(job)) this.#result = job;
    return job;
  }

  async cancel(options: CallOptions = {}): Promise<Job> {
    const job = await this.#about((id) => this.#options.operations.cancel(this.endpointId, id, options));
    // There is no more to know of a cancelled job, and the platform may forget it at once.
    if (job.status === "CANCELLED") this.#result = job;
    return job;
  }

  async retry(options: CallOptions = {}): Promise<Job> {
    const job = await this.#about((id) => this.#options.operations.retry(this.endpointId, id, options));
    this.#finishing = undefined;
    this.#result = undefined;
    this.#intact = true;
    this.#arm();
    return job;
  }

  async #completed(): Promise<CompletedJob> {
    return unlessUnsuccessful(this.endpointId, await this.finished(), this.#options.mask);
  }

  #poll(): Promise<Job> {
    return this.#whileWanted(async () => {
      await this.#accepted;
      for (let looks = 1; this.#result === undefined; looks += 1) {
        if (this.#seen !== undefined && !this.#isOver()) await this.#pause(looks);
        if (this.#result === undefined) await this.#look();
      }
      return this.#result;
    });
  }

  #look(): Promise<Job> {
    return this.status({ signal: this.#options.signal });
  }

  async #read(): Promise<StreamPart> {
    const { id } = await this.#accepted;
    const { operations, signal } = this.#options;
    let intact = false;
    try {
      const part = await this.#unlessForgotten(operations.stream(this.endpointId, id, { signal }));
      intact = part.intact;
      return part;
    } catch (error) {
      // A refusal delivers nothing; whatever else went wrong may have swallowed chunks.
      intact = error instanceof PlatformError && error.status !== undefined && error.status < 500;
      throw error;
    } finally {
      if (!intact) this.#intact = false;
    }
  }

  async #about(work: (id: string) => Promise<Job>): Promise<Job> {
    const { id } = await this.#accepted;
    return this.#saw(await this.#unlessForgotten(work(id)));
  }

  /** A 404 is the same for a job that never was and one that is no more. Who has seen it, or its endpoint, knows better. */
  async #unlessForgotten<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof NotFoundError) || error instanceof JobExpiredError || this.#seen === undefined)
        throw error;
      const { operations, signal, clock, hasHealth } = this.#options;
      // Without its endpoint this throws, and says what is gone.
      if (hasHealth) await operations.health(this.endpointId, { signal });
      throw expired(error, this.#seen.job, clock.now() - this.#seen.atMs);
    }
  }

  #saw(job: Job): Job {
    this.#seen = { job, atMs: this.#options.clock.now() };
    if (isFinished(job)) this.#options.signal?.removeEventListener("abort", this.#end);
    this.#options.onStatus?.(job);
    return job;
  }

  #known(start: Job | string): Pick<Job, "id"> {
    return typeof start === "string" ? { id: start } : this.#answered(start);
  }

  /** What a submission answers, finished or not, is whole. */
  #answered(job: Job): Job {
    if (isFinished(job)) this.#result = job;
    return this.#saw(job);
  }

  #isOver(): boolean {
    return this.#result !== undefined || (this.#seen !== undefined && isFinished(this.#seen.job));
  }

  async #submit(start: (options: CallOptions) => Promise<Job>): Promise<Job> {
    const { signal, onAbort } = this.#options;
    signal?.throwIfAborted();
    return this.#answered(await start({ signal, graceMs: onAbort === "cancel" ? GRACE_MS : 0 }));
  }

  #arm(): void {
    const { signal, onAbort } = this.#options;
    if (signal === undefined || onAbort === "leave") return;
    if (signal.aborted) this.#end();
    else signal.addEventListener("abort", this.#end, { once: true });
  }

  /** Runs when the signal fires: the job is to end, whether somebody waits for it or not. */
  readonly #end = (): void => {
    const cancel = async () => {
      const { id } = await this.#accepted;
      if (this.#isOver()) return;
      try {
        await this.#options.operations.cancel(this.endpointId, id);
      } catch (error) {
        // What is not there any more needs no cancelling.
        if (!(error instanceof NotFoundError)) throw error;
      }
    };
    this.#ending ??= cancel();
    this.#ending.catch(() => undefined);
  };

  /** Ends with the signal's reason, after the job has been dealt with; or with the error that kept it from being. */
  async #whileWanted<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this.#options;
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted !== true || error !== signal.reason) throw error;
      await this.#ending;
      throw error;
    }
  }

  #pause(times: number): Promise<void> {
    const { clock, timeScale, signal } = this.#options;
    const ms = Math.min(FIRST_PAUSE_MS * 1.5 ** (times - 1), LONGEST_PAUSE_MS);
    return clock.sleep(ms * timeScale, signal);
  }
}
