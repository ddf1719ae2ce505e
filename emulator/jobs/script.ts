import type { JobHandler } from "./handler";

/** A handler as data: always the same answer, or else the input; with an error it fails. */
export interface JobScript {
  readonly output?: unknown;
  readonly error?: string | undefined;
  /** Platform milliseconds the job runs. */
  readonly durationMs?: number | undefined;
}

export function handlerOf(handler: JobHandler | JobScript): JobHandler {
  return typeof handler === "function" ? handler : scripted(handler);
}

function scripted({ output, error, durationMs }: JobScript): JobHandler {
  return (input) => {
    if (error !== undefined) throw new Error(error);
    return { output: output ?? input, ...(durationMs === undefined ? {} : { durationMs }) };
  };
}
