import type { StreamChunk } from "../scripts/chunks";

export const jobStatuses = ["IN_QUEUE", "IN_PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"] as const;
export type JobStatus = (typeof jobStatuses)[number];

export interface Job {
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Milliseconds for which the result stays available. */
  readonly retention: number;
  /** Longest run in milliseconds. */
  readonly executionTimeout: number;
  /** If true, the job waits for an existing worker, and the scaler starts no new worker for it. */
  readonly lowPriority: boolean;
  /** URL to call when the job has finished. */
  readonly webhook: string | undefined;
  readonly submittedAt: number;
  /** Time at which the job was queued, by its submission or by a retry. */
  queuedAt: number;
  /** Time at which the emulator removes the job, in any state. */
  expiresAt: number;
  status: JobStatus;
  startedAt: number | undefined;
  finishedAt: number | undefined;
  output: unknown;
  error: string | undefined;
  workerId: string | undefined;
  /** Number of times that the platform itself ran the job again. Absent in older state files. */
  retries?: number;
  /** Chunks that no response has delivered yet. */
  chunks: StreamChunk[];
}

export function isFinal(job: Job): boolean {
  return job.status !== "IN_QUEUE" && job.status !== "IN_PROGRESS";
}
