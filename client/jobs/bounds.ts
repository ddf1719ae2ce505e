// Apart from the schemas: the help of the command line lists these values without loading zod.

const WEEK_MS = 604_800_000;

/** The limits of a job's settings, in milliseconds, both ends included. */
export const JOB_BOUNDS = {
  executionTimeout: { min: 5_000, max: WEEK_MS },
  /** From its submission. */
  ttl: { min: 10_000, max: WEEK_MS },
  /** From a read of its status. The upper bound is this client's. */
  remainingTtl: { min: 1, max: WEEK_MS },
  /** For the response to `runsync`. */
  wait: { min: 1_000, max: 300_000 },
} as const;
