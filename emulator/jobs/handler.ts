export interface JobContext {
  readonly id: string;
  readonly endpointId: string;
  /** Aborts when the job is cancelled, times out or is removed. */
  readonly signal: AbortSignal;
}

export interface JobResult {
  /** Anything JSON can hold. Left out by a streaming handler it is the list of what was yielded. */
  readonly output?: unknown;
  /** Platform milliseconds the job runs; the emulator's `jobDuration` by default. */
  readonly durationMs?: number;
}

/** A part of the result, delivered while the job runs. */
export interface JobChunk {
  readonly output: unknown;
  readonly metrics?: unknown;
  /** Platform milliseconds since the chunk before, or since the job began; the emulator's `jobDuration` by default. */
  readonly afterMs?: number;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a generator that returns nothing returns void
type StreamEnd = JobResult | void;

export type JobStream = Generator<JobChunk, StreamEnd, undefined> | AsyncGenerator<JobChunk, StreamEnd, undefined>;

/**
 * What a worker runs. Throwing fails the job; a promise keeps it in progress until it settles; what a generator yields
 * is what `/stream` delivers.
 */
export type JobHandler = (
  input: Readonly<Record<string, unknown>>,
  job: JobContext,
) => JobResult | Promise<JobResult> | JobStream;

export const echo: JobHandler = (input) => ({ output: input });
