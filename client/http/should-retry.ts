/** How one attempt ended. */
export type Outcome =
  | { readonly kind: "answer"; readonly status: number; readonly retryAfterMs?: number | undefined }
  /** No byte of the request left: no address, no connection, no TLS. */
  | { readonly kind: "never-sent" }
  /** The connection broke after the request had begun to leave. */
  | { readonly kind: "lost" }
  /** Sent, and no answer in time. */
  | { readonly kind: "timeout" };

export interface Trial {
  readonly outcome: Outcome;
  /** Doing it twice leaves the same state as doing it once. */
  readonly idempotent: boolean;
  /** How many attempts there have been, this one included. */
  readonly attempt: number;
}

export type Verdict =
  | { readonly again: false }
  /** The platform named the pause. */
  | { readonly again: true; readonly orderedMs: number }
  /** Our own pause, growing with the attempt. */
  | { readonly again: true; readonly orderedMs?: undefined };

/** Attempts in all, the first included. */
export const ATTEMPTS = { rateLimited: 6, neverSent: 4, failed: 4 } as const;

/** Long enough for a minute window to pass; an hour or day window is the user's to know about. */
export const LONGEST_WAIT_MS = 65_000;

const STOP: Verdict = { again: false };
const BACK_OFF: Verdict = { again: true };

/**
 * Whether a call is sent again. A call that is not idempotent goes out again only when it certainly had no effect:
 * the platform refused it for its rate limit, or no connection was made.
 */
export function shouldRetry({ outcome, idempotent, attempt }: Trial): Verdict {
  switch (outcome.kind) {
    case "never-sent":
      return attempt < ATTEMPTS.neverSent ? BACK_OFF : STOP;
    case "lost":
    case "timeout":
      return idempotent && attempt < ATTEMPTS.failed ? BACK_OFF : STOP;
    case "answer":
      if (outcome.status === 429) return attempt < ATTEMPTS.rateLimited ? obey(outcome.retryAfterMs) : STOP;
      if (outcome.status >= 500 && idempotent && attempt < ATTEMPTS.failed) return obey(outcome.retryAfterMs);
      return STOP;
  }
}

function obey(retryAfterMs: number | undefined): Verdict {
  if (retryAfterMs === undefined) return BACK_OFF;
  return retryAfterMs <= LONGEST_WAIT_MS ? { again: true, orderedMs: retryAfterMs } : STOP;
}
