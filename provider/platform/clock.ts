import { setTimeout as delay } from "node:timers/promises";

/** Time as the client sees it, so that tests can be quick and exact. */
export interface Clock {
  /** Milliseconds; only differences matter, except where a moment is shown to a user. */
  now(): number;
  /** Rejects with the signal's reason when it fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      // The timer throws an AbortError of its own; callers were promised the reason.
      signal?.throwIfAborted();
      throw error;
    }
  },
};
