import type { Clock } from "../../client";
import { OperationError } from "../operations/errors";
import { formatDuration } from "../planning/durations";

/** Work with a time of its own, for what is still to be asked when the run has been cancelled or has failed. */
export async function within<T>(clock: Clock, ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  const done = new AbortController();
  clock.sleep(ms, done.signal).then(
    () =>
      over.abort(
        new OperationError(
          `the platform did not answer within ${formatDuration(ms)}, or its limit of requests is used up`,
        ),
      ),
    () => undefined,
  );
  try {
    return await work(over.signal);
  } finally {
    done.abort();
  }
}
