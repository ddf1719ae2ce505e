export type JobStatus = "IN_QUEUE" | "IN_PROGRESS" | "COMPLETED" | "FAILED" | "CANCELLED" | "TIMED_OUT";

export interface Job {
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** How long the result is kept once final, in ms. */
  readonly retention: number;
  /** Longest run in ms. */
  readonly executionTimeout: number;
  /** Does not make the endpoint scale. */
  readonly lowPriority: boolean;
  readonly submittedAt: number;
  status: JobStatus;
  startedAt: number | undefined;
  finishedAt: number | undefined;
  output: unknown;
  error: string | undefined;
  workerId: string | undefined;
}

export function isFinal(job: Job): boolean {
  return job.status !== "IN_QUEUE" && job.status !== "IN_PROGRESS";
}
