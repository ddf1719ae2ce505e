import type { Failure } from "../answers/from-failure";

/** How one attempt ended. */
export type Outcome =
  | { readonly kind: "response"; readonly status: number; readonly retryAfterMs?: number | undefined }
  | Failure;

export function mayHaveHadEffect(outcome: Outcome): boolean {
  return outcome.kind === "response" ? outcome.status >= 500 : outcome.kind !== "never-sent";
}

/** An attempt that has ended. */
interface Attempt {
  readonly outcome: Outcome;
  /** Doing it twice leaves the same state as doing it once. */
  readonly idempotent: boolean;
  /** Its number, from 1. */
  readonly attempt: number;
}

type Decision =
  | { readonly again: false }
  /** RunPod named the pause. */
  | { readonly again: true; readonly orderedMs: number }
  /** Our own pause, growing with the attempt. */
  | { readonly again: true; readonly orderedMs?: undefined; readonly pause: Pause };

/** `patient`: after a refusal for the rate limit that names no wait. */
type Pause = "usual" | "patient";

/** Attempts in all, the first included. */
export const ATTEMPTS = { rateLimited: 6, neverSent: 4, failed: 4 } as const;

/** Long enough for a minute window to pass; the user must learn of a longer wait. */
export const LONGEST_WAIT_MS = 65_000;

const STOP: Decision = { again: false };
const BACK_OFF: Decision = { again: true, pause: "usual" };

/**
 * Whether the client sends a call again. It repeats a call that is not idempotent only if the call had no effect. That
 * is certain after a refusal for RunPod's rate limit, and after a failure to connect.
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
      if (outcome.status >= 500 && idempotent && attempt < ATTEMPTS.failed) return obey(outcome.retryAfterMs);
      return STOP;
  }
}

/** A wait of 0 is none: a date that has passed by this machine's clock, or less than a second. */
function obey(retryAfterMs: number | undefined, pause: Pause = "usual"): Decision {
  if (retryAfterMs === undefined || retryAfterMs === 0) return { again: true, pause };
  return retryAfterMs <= LONGEST_WAIT_MS ? { again: true, orderedMs: retryAfterMs } : STOP;
}

const FIRST_BACK_OFF_MS = 500;
const LONGEST_BACK_OFF_MS = 8_000;
/** The limit is of a minute at least, and all attempts together outlast that. */
const PATIENCE = 8;

/**
 * The client's own pause before the attempt after `attempt`: doubles from half a second to eight seconds, of which a
 * random half, so that callers who failed together do not retry together. A patient one is eight times as long.
 */
export function backOffMs(attempt: number, pause: Pause = "usual", random: () => number = Math.random): number {
  const ceiling = Math.min(FIRST_BACK_OFF_MS * 2 ** (attempt - 1), LONGEST_BACK_OFF_MS);
  return (ceiling / 2 + (random() * ceiling) / 2) * (pause === "patient" ? PATIENCE : 1);
}
