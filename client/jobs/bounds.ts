// Limits of job settings. The schemas are in another file, so that the command line's help can list these limits without
// loading zod.

const WEEK_MS = 604_800_000;

/** Limits in milliseconds, inclusive. */
export const JOB_BOUNDS = {
  executionTimeout: { min: 5_000, max: WEEK_MS },
  /** Time to live of a job, counted from its submission. */
  ttl: { min: 10_000, max: WEEK_MS },
  /** Time to live of a job, counted from a read of its status. RunPod documents no upper bound; the client sets this bound. */
  remainingTtl: { min: 1, max: WEEK_MS },
  /** Time that `runsync` waits for the result. */
  wait: { min: 1_000, max: 300_000 },
} as const;
