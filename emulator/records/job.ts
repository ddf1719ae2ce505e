import type { StreamChunk } from "../scripts/chunks";

export const jobStatuses = ["IN_QUEUE", "IN_PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"] as const;
export type JobStatus = (typeof jobStatuses)[number];

export interface Job {
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** How long the final result stays available, in ms. */
  readonly retention: number;
  /** Longest run in ms. */
  readonly executionTimeout: number;
  /** Does not make the endpoint scale. */
  readonly lowPriority: boolean;
  /** Called when the job is finished. */
  readonly webhook: string | undefined;
  readonly submittedAt: number;
  /** When it was queued, by its submission or a retry. */
  queuedAt: number;
  /** When the emulator removes the job, in any state. */
  expiresAt: number;
  status: JobStatus;
  startedAt: number | undefined;
  finishedAt: number | undefined;
  output: unknown;
  error: string | undefined;
  workerId: string | undefined;
  /** How often the platform has dispatched it again. Absent in an older state file. */
  retries?: number;
  /** The chunks that no response has delivered yet. */
  chunks: StreamChunk[];
}

export function isFinal(job: Job): boolean {
  return job.status !== "IN_QUEUE" && job.status !== "IN_PROGRESS";
}
