import type { Run } from "../session/run";
import { type Wait, WaitTimeoutError, waitFor } from "./wait-for";

/**
 * Milliseconds, at time scale 1, for which a read may still show the former state after a change. RunPod does not
 * specify when its responses show the new state.
 */
const lagMs = 15_000;

export interface SignWait<T> extends Pick<Wait<T>, "id" | "poller" | "first" | "deadline"> {
  /** Name of the object in messages, such as `pod abc`. */
  readonly what: string;
  /** Tells whether a snapshot shows that the requested change has begun. */
  readonly sign: (snapshot: T) => boolean;
}

/** Waits for the sign. If no snapshot shows the sign in time, the last snapshot counts. */
export async function waitForSign<T>(
  run: Pick<Run, "clock" | "signal" | "report" | "timeScale">,
  { what, sign, deadline, ...wait }: SignWait<T>,
): Promise<T | undefined> {
  try {
    return await waitFor(run, {
      ...wait,
      condition: (now) => ({ ok: now === undefined || sign(now), waitingFor: `${what} to show the change` }),
      deadline: Math.min(run.clock.now() + lagMs * run.timeScale, deadline),
    });
  } catch (error) {
    if (!(error instanceof WaitTimeoutError)) throw error;
    return error.last as T | undefined;
  }
}
