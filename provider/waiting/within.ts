import type { Clock } from "../../client";
import { withTimeout } from "../../client/clock";
import { OperationError } from "../operations/errors";
import { formatDuration } from "../planning/durations";

/** Runs work with a deadline of its own, for reads after the run has been cancelled or has failed. */
export function within<T>(clock: Clock, ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const sentence = `the platform did not answer within ${formatDuration(ms)}, or its limit of requests is used up`;
  return withTimeout(clock, ms, new OperationError(sentence), work);
}
