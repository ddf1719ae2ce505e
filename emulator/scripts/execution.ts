import { chunksOf, type StreamChunk } from "./chunks";
import type { JobContext, JobHandler, JobResult, JobStream } from "./handler";

/** Next step of a running job. A step is plain data, so that an event can hold it. */
export type JobStep =
  | { readonly kind: "chunks"; readonly chunks: readonly StreamChunk[] }
  | {
      readonly kind: "end";
      readonly status: "COMPLETED" | "FAILED";
      readonly output?: unknown;
      readonly error?: string;
    };

export type JobEnd = Extract<JobStep, { readonly kind: "end" }>;

/** What an execution needs from the platform. */
export interface Stage {
  readonly now: () => number;
  /** Default duration of a job or of a chunk, in milliseconds of platform time. */
  readonly usualMs: number;
  /**
   * Schedules the next step. A time in the past means now. After a step with a chunk, the platform calls `resume` to get the
   * following step.
   */
  readonly plan: (step: JobStep, at: number) => void;
  /** Handles events that are due. Called after a step was scheduled asynchronously, because the step may already be due. */
  readonly settle: () => void;
}

export interface Work {
  readonly handler: JobHandler;
  readonly input: Readonly<Record<string, unknown>>;
  readonly job: Omit<JobContext, "signal">;
}

/** One run of a handler. An execution gives each result, chunk and error a time on the platform's clock. */
export class Execution {
  private readonly stopped = new AbortController();
  private readonly startedAt: number;
  private readonly outputs: unknown[] = [];
  private stream: JobStream | undefined;

  constructor(
    private readonly stage: Stage,
    { handler, input, job }: Work,
  ) {
    this.startedAt = stage.now();
    const { signal } = this.stopped;
    this.continueWith(
      // The handler gets a copy, because it may change its input and a retry starts from the original.
      () => handler(structuredClone(input), { ...job, signal }),
      (result) => {
        if (!isStream(result)) return this.complete(result, this.startedAt + stage.usualMs);
        this.stream = result;
        this.resume();
      },
    );
  }

  /** Gets the next chunk of a streaming handler. */
  resume(): void {
    const { stream, stage } = this;
    if (!stream) return;
    const at = stage.now();
    this.continueWith(
      () => stream.next(),
      (step) => {
        if (step.done) return this.complete({ output: this.outputs, ...step.value }, at);
        const { output, metrics, afterMs } = step.value;
        this.outputs.push(output);
        // Each chunk takes at least one millisecond. Otherwise `settle` would never end for an endless stream.
        const pause = afterMs === undefined ? Math.max(1, stage.usualMs) : milliseconds("afterMs", afterMs);
        stage.plan({ kind: "chunks", chunks: chunksOf({ output, metrics }) }, at + pause);
      },
    );
  }

  /** Aborts the handler's signal, and ignores the further work of the handler. */
  stop(reason: string): void {
    this.stopped.abort(new Error(reason));
    this.close();
  }

  private complete(result: JobResult | undefined, usualEnd: number): void {
    const { output, durationMs } = result ?? {};
    const kept: unknown = output === undefined ? undefined : JSON.parse(JSON.stringify(output) ?? "null");
    const at = durationMs === undefined ? usualEnd : this.startedAt + milliseconds("durationMs", durationMs);
    this.stage.plan({ kind: "end", status: "COMPLETED", output: kept }, at);
  }

  private fail(error: unknown): void {
    const { stage, stream, startedAt } = this;
    this.close();
    const at = (stream ? stage.now() : startedAt) + stage.usualMs;
    stage.plan({ kind: "end", status: "FAILED", error: messageOf(error) }, at);
  }

  /** Continues with the result of the work, now or when its promise settles. */
  private continueWith<T>(work: () => T | Promise<T>, proceed: (value: T) => void): void {
    const unlessStopped = (next: () => void) => {
      if (this.stopped.signal.aborted) return;
      try {
        next();
      } catch (error) {
        this.fail(error);
      }
    };
    unlessStopped(() => {
      const value = work();
      if (!(value instanceof Promise)) return proceed(value);
      const later = (next: () => void) => {
        unlessStopped(next);
        this.stage.settle();
      };
      value.then(
        (settled) => later(() => proceed(settled)),
        (error: unknown) => later(() => this.fail(error)),
      );
    });
  }

  private close(): void {
    try {
      Promise.resolve(this.stream?.return(undefined)).catch(() => undefined);
    } catch {
      // An error of a stopped handler has no effect.
    }
  }
}

function isStream(result: JobResult | JobStream | undefined): result is JobStream {
  return result !== undefined && "next" in result && typeof result.next === "function";
}

function milliseconds(name: string, value: number): number {
  if (typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY) return value;
  throw new Error(`${name} must be a number of milliseconds`);
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === "string" ? error : (JSON.stringify(error) ?? String(error));
}
