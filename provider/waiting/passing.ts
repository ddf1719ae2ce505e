import { PlatformError } from "../../client";

/** Whether a look that failed with it may simply be followed by the next one. */
export function isPassing(error: unknown): boolean {
  return error instanceof PlatformError && error.retryable;
}
