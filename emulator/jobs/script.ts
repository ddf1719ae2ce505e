import type { JobHandler, JobStream } from "./handler";

/** A handler as data: always the same answer, or else the input; with an error it fails, after what it streamed. */
export interface JobScript {
  readonly output?: unknown;
  /** Outputs of the chunks it yields. */
  readonly stream?: readonly unknown[] | undefined;
  readonly error?: string | undefined;
  /** Platform milliseconds the job runs; of a stream, from chunk to chunk. */
  readonly durationMs?: number | undefined;
}

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
  const pace = durationMs === undefined ? {} : { afterMs: durationMs };
  for (const one of outputs) yield { output: one, ...pace };
  if (error !== undefined) throw new Error(error);
  if (output !== undefined) return { output };
}
