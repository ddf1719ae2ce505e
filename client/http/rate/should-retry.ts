import type { Failure } from "../answers/from-failure";

/** How one attempt ended. */
export type Outcome =
  | {
      readonly kind: "response";
      readonly status: number;
      readonly retryAfterMs?: number | undefined;
      /** Whether RunPod refuses the call only for some minutes, before any work. */
      readonly passes?: boolean | undefined;
    }
  | Failure;

export function mayHaveHadEffect(outcome: Outcome): boolean {
  return outcome.kind === "response" ? outcome.status >= 500 : outcome.kind !== "never-sent";
}

/** An attempt that has ended. */
interface Attempt {
  readonly outcome: Outcome;
  /** Whether two such requests leave the same state as one. */
  readonly idempotent: boolean;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

type Decision =
  | { readonly again: false }
  /** A new attempt after the pause that RunPod named. */
  | { readonly again: true; readonly orderedMs: number }
  /** A new attempt after the client's own pause, which grows with each attempt. */
  | { readonly again: true; readonly orderedMs?: undefined; readonly pause: Pause };

/** Length of the client's own pause. The client uses `patient` after a refusal that ends within minutes and names no wait. */
type Pause = "usual" | "patient";

/** Largest number of attempts, including the first. */
export const ATTEMPTS = { rateLimited: 6, passing: 6, neverSent: 4, failed: 4 } as const;

/**
 * Longest pause in milliseconds. This pause is longer than a window of a minute. If RunPod orders a longer wait, the call
 * fails.
 */
export const LONGEST_WAIT_MS = 65_000;

const STOP: Decision = { again: false };
const BACK_OFF: Decision = { again: true, pause: "usual" };

/**
 * Decides whether the client sends a call again. The client repeats a call that is not idempotent only if the call certainly
 * had no effect. A call has no effect after a refusal for RunPod's rate limit, after another refusal that passes, and after a
 * failure to connect.
 */
export function shouldRetry({ outcome, idempotent, attempt }: Attempt): Decision {
  switch (outcome.kind) {
    case "never-sent":
      return attempt < ATTEMPTS.neverSent ? BACK_OFF : STOP;
    case "lost":
    case "timeout":
      return idempotent && attempt < ATTEMPTS.failed ? BACK_OFF : STOP;
    case "response":
      if (outcome.status === 429) {
        return attempt < ATTEMPTS.rateLimited ? obey(outcome.retryAfterMs, "patient") : STOP;
      }
      if (outcome.passes === true) return attempt < ATTEMPTS.passing ? obey(outcome.retryAfterMs, "patient") : STOP;
      if (outcome.status >= 500 && idempotent && attempt < ATTEMPTS.failed) return obey(outcome.retryAfterMs);
      return STOP;
  }
}

/**
 * Decides by the wait that RunPod named. A wait of 0 counts as no named wait, because it means less than a second, or a date
 * before this machine's time.
 */
function obey(retryAfterMs: number | undefined, pause: Pause = "usual"): Decision {
  if (retryAfterMs === undefined || retryAfterMs === 0) return { again: true, pause };
  return retryAfterMs <= LONGEST_WAIT_MS ? { again: true, orderedMs: retryAfterMs } : STOP;
}

const FIRST_BACK_OFF_MS = 500;
const LONGEST_BACK_OFF_MS = 8_000;
/**
 * Factor of a patient pause. With this factor, all attempts together take longer than a minute, the length of the shortest rate
 * window.
 */
const PATIENCE = 8;

/**
 * Returns the pause after an attempt. The pause doubles from half a second up to eight seconds. Half of the pause is random, so
 * that callers that failed together do not retry together. A patient pause is eight times as long.
 */
export function backOffMs(attempt: number, pause: Pause = "usual", random: () => number = Math.random): number {
  const ceiling = Math.min(FIRST_BACK_OFF_MS * 2 ** (attempt - 1), LONGEST_BACK_OFF_MS);
  return (ceiling / 2 + (random() * ceiling) / 2) * (pause === "patient" ? PATIENCE : 1);
}
