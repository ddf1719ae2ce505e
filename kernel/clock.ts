import { setTimeout as delay } from "node:timers/promises";

/** The client's source of time. Tests replace the clock to be quick and exact. */
export interface Clock {
  /**
   * Milliseconds since 1970. The value advances evenly and ignores changes of the machine's clock, because ages and
   * deadlines depend on it.
   */
  now(): number;
  /** Waits for any length of time. Rejects with the signal's reason if the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longest timer of the runtime. A longer timer would fire at once. */
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
      // The runtime's timer throws an AbortError, so this line throws the signal's reason first.
      signal?.throwIfAborted();
      throw error;
    }
  },
};

/** Ends the wait for a timeout. Nobody sees it, so it needs no stack trace, which the default reason would have. */
const WORK_DONE = "done";

/** Runs the work with a signal. The signal fires after `ms` with the given reason. */
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
    done.abort(WORK_DONE);
  }
}

/** Returns the promise's result. If the signal fires first, throws the signal's reason. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
