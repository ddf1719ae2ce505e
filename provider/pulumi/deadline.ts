import type { Clock } from "../../client";
import { withTimeout } from "../../kernel/clock";
import { formatDuration } from "../../kernel/duration";
import { OperationError } from "./errors";

/** Gives work its own deadline, for requests after a cancelled or failed run. */
export function withDeadline<T>(clock: Clock, ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const sentence = `RunPod did not respond within ${formatDuration(ms)}, or its limit of requests is used up`;
  return withTimeout(clock, ms, new OperationError(sentence), work);
}
