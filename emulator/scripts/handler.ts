import { z } from "zod";

export interface JobContext {
  readonly id: string;
  readonly endpointId: string;
  /** Aborts when the job is cancelled, times out or is removed. */
  readonly signal: AbortSignal;
}

export interface JobResult {
  /** Any JSON value. Default for a streaming handler: the list of the yielded outputs. */
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
 * The program of a worker. An exception fails the job; a promise keeps it in progress until it settles; `/stream` delivers
 * the chunks that a generator yields.
 */
export type JobHandler = (
  input: Readonly<Record<string, unknown>>,
  job: JobContext,
) => JobResult | Promise<JobResult> | JobStream;

export const echo: JobHandler = (input) => ({ output: input });

export const jobScript = z.strictObject({
  output: z.unknown().optional(),
  /** Outputs of the chunks it yields. */
  stream: z.array(z.unknown()).optional(),
  error: z.string().optional(),
  /** Platform milliseconds that the job runs, or that pass between its chunks. */
  durationMs: z.number().min(0).optional(),
});

/** A handler as data: a fixed output, by default the input. With an error it fails, after its stream. */
export type JobScript = Readonly<z.infer<typeof jobScript>>;

export function handlerOf(handler: JobHandler | JobScript): JobHandler {
  return typeof handler === "function" ? handler : scripted(handler);
}

function scripted(script: JobScript): JobHandler {
  const { output, stream, error, durationMs } = script;
  if (stream) return () => streamed(stream, script);
  return (input) => {
    if (error !== undefined) throw new Error(error);
    return { output: output ?? input, ...(durationMs === undefined ? {} : { durationMs }) };
  };
}

function* streamed(outputs: readonly unknown[], { output, error, durationMs }: JobScript): JobStream {
  const pause = durationMs === undefined ? {} : { afterMs: durationMs };
  for (const one of outputs) yield { output: one, ...pause };
  if (error !== undefined) throw new Error(error);
  if (output !== undefined) return { output };
}
