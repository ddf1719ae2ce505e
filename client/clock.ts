import { setTimeout as delay } from "node:timers/promises";

/** Time as the client sees it, so that tests can be quick and exact. */
export interface Clock {
  /**
   * Milliseconds since 1970. Goes on evenly: ages and deadlines are told by it, so it follows no change that is made to
   * the machine's clock.
   */
  now(): number;
  /** Rejects with the signal's reason when it fires. However long. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The timers of the runtime know no longer one, and let it fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  async sleep(ms, signal) {
    try {
      for (let left = ms; ; left -= LONGEST_TIMER_MS) {
        await delay(Math.min(left, LONGEST_TIMER_MS), undefined, signal === undefined ? {} : { signal });
        if (left <= LONGEST_TIMER_MS) return;
      }
    } catch (error) {
      // The timer throws an AbortError of its own; callers were promised the reason.
      signal?.throwIfAborted();
      throw error;
    }
  },
};
