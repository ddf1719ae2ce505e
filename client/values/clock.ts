import { setTimeout as delay } from "node:timers/promises";

/** Time as the client sees it, so that tests can be quick and exact. */
export interface Clock {
  /**
   * Milliseconds since 1970. Advances evenly: ages and deadlines depend on it, so it ignores changes of the machine's
   * clock.
   */
  now(): number;
  /** Of any length. Rejects with the signal's reason when it fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A longer timer of the runtime fires at once. */
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
      // The timer throws an AbortError of its own instead of the signal's reason.
      signal?.throwIfAborted();
      throw error;
    }
  },
};

/** Runs the work with a signal that fires after `ms`, with the given reason. */
export async function withTimeout<T>(
  clock: Clock,
  ms: number,
  reason: unknown,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const done = new AbortController();
  clock.sleep(ms, done.signal).then(
    () => timeout.abort(reason),
    () => undefined,
  );
  try {
    return await work(timeout.signal);
  } finally {
    done.abort();
  }
}

/** The promise's outcome, or the signal's reason if that comes first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
