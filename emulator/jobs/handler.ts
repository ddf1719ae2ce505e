export interface JobContext {
  readonly id: string;
  readonly endpointId: string;
}

export interface JobResult {
  readonly output?: unknown;
  /** Platform milliseconds the job runs; the emulator's `jobDuration` unless told. */
  readonly durationMs?: number;
}

/** What a worker runs. Throwing fails the job; a promise keeps it in progress until it settles. */
export type JobHandler = (input: Readonly<Record<string, unknown>>, job: JobContext) => JobResult | Promise<JobResult>;

export const echo: JobHandler = (input) => ({ output: input });
