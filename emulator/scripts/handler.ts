import * as z from "zod";

export interface JobContext {
  readonly id: string;
  readonly endpointId: string;
  /** Aborts when the job is cancelled, times out or is removed. */
  readonly signal: AbortSignal;
}

export interface JobResult {
  /** Any JSON value. Default for a streaming handler: the list of the outputs that it yielded. */
  readonly output?: unknown;
  /** Duration of the job in milliseconds of platform time. Default: the emulator's `jobDuration`. */
  readonly durationMs?: number;
}

/** A part of the result, delivered while the job runs. */
export interface JobChunk {
  readonly output: unknown;
  readonly metrics?: unknown;
  /** Milliseconds of platform time since the previous chunk, or since the start of the job. Default: the emulator's `jobDuration`. */
  readonly afterMs?: number;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a generator that returns nothing returns void
type StreamEnd = JobResult | void;

export type JobStream = Generator<JobChunk, StreamEnd, undefined> | AsyncGenerator<JobChunk, StreamEnd, undefined>;

/**
 * The program of a worker. If the handler throws, the job fails. If it returns a promise, the job is in progress until the
 * promise settles. If the handler is a generator, `/stream` delivers the chunks that it yields.
 */
export type JobHandler = (
  input: Readonly<Record<string, unknown>>,
  job: JobContext,
) => JobResult | Promise<JobResult> | JobStream;

export const echo: JobHandler = (input) => ({ output: input });

export const jobScript = z.strictObject({
  output: z.unknown().optional(),
  /** Outputs of the chunks that the job yields. */
  stream: z.array(z.unknown()).optional(),
  error: z.string().optional(),
  /** Milliseconds of platform time that the job runs, or that pass before each of its chunks. */
  durationMs: z.number().min(0).optional(),
});

/**
 * A handler as data. Such a handler returns a fixed output, by default the input. With an `error`, the job fails after its
 * stream.
 */
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
