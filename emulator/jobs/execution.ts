import { chunksOf, type StreamChunk } from "./chunks";
import type { JobContext, JobHandler, JobResult, JobStream } from "./handler";

/** What a running job does next, at an instant that is known: plain data, so that it can wait for its time anywhere. */
export type JobStep =
  | { readonly kind: "chunks"; readonly chunks: readonly StreamChunk[] }
  | {
      readonly kind: "end";
      readonly status: "COMPLETED" | "FAILED";
      readonly output?: unknown;
      readonly error?: string;
    };

export type JobEnd = Extract<JobStep, { readonly kind: "end" }>;

/** Where an execution runs. */
export interface Stage {
  readonly now: () => number;
  /** Platform milliseconds that a job, or a chunk of it, takes when the handler does not say. */
  readonly pace: number;
  /** Takes the next step, to be done at that instant, or now if it is over. After chunks, `resume` asks for another. */
  readonly plan: (step: JobStep, at: number) => void;
  /** Something was planned outside of the platform's own doings: it may be due already. */
  readonly look: () => void;
}

export interface Work {
  readonly handler: JobHandler;
  readonly input: Readonly<Record<string, unknown>>;
  readonly job: Omit<JobContext, "signal">;
}

/** One run of a handler, and the place in platform time of what it returns, yields or throws. */
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
    this.follow(
      // A handler may change what it was given, and a retry starts from the original.
      () => handler(structuredClone(input), { ...job, signal }),
      (answer) => {
        if (!isStream(answer)) return this.complete(answer, this.startedAt + stage.pace);
        this.stream = answer;
        this.resume();
      },
    );
  }

  /** Asks a streaming handler for what comes after the chunks that were just delivered. */
  resume(): void {
    const { stream, stage } = this;
    if (!stream) return;
    const at = stage.now();
    this.follow(
      () => stream.next(),
      (step) => {
        if (step.done) return this.complete({ output: this.outputs, ...step.value }, at);
        const { output, metrics, afterMs } = step.value;
        this.outputs.push(output);
        // Without any time between its chunks an endless stream would never let go.
        const pause = afterMs === undefined ? Math.max(1, stage.pace) : milliseconds("afterMs", afterMs);
        stage.plan({ kind: "chunks", chunks: chunksOf({ output, metrics }) }, at + pause);
      },
    );
  }

  /** Tells the handler that nobody waits any more; whatever it still does has no effect. */
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
    const at = (stream ? stage.now() : startedAt) + stage.pace;
    stage.plan({ kind: "end", status: "FAILED", error: messageOf(error) }, at);
  }

  /** Goes on with what the work gives, now or when its promise settles. */
  private follow<T>(work: () => T | Promise<T>, proceed: (value: T) => void): void {
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
        this.stage.look();
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
      // What a handler does after its end concerns nobody.
    }
  }
}

function isStream(answer: JobResult | JobStream | undefined): answer is JobStream {
  return answer !== undefined && "next" in answer && typeof answer.next === "function";
}

function milliseconds(name: string, value: number): number {
  if (typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY) return value;
  throw new Error(`${name} must be a number of milliseconds`);
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === "string" ? error : (JSON.stringify(error) ?? String(error));
}
