import { NotFoundError } from "../../errors/kinds";
import { PlatformError } from "../../errors/platform-error";

/** RunPod validates a request before it routes it, so it reports a missing operation as a bad request. */
export const MISSING_ROUTE = /^[A-Z]+ Path \S+ was not found/;

/** The result, or the substitute for an error that passes the test. */
export async function substitute<T, S>(
  result: Promise<T>,
  isExpected: (error: unknown) => boolean,
  other: S,
): Promise<T | S> {
  try {
    return await result;
  } catch (error) {
    if (isExpected(error)) return other;
    throw error;
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof NotFoundError;
}

/** RunPod at this address does not have the operation. A missing item alone does not show that. */
export function isMissingRoute(error: unknown): boolean {
  return (
    error instanceof PlatformError && [error.detail ?? "", ...error.errors].some((text) => MISSING_ROUTE.test(text))
  );
}

/** Whether RunPod or the connection to it caused the error. */
export function isPlatformError(error: unknown): error is PlatformError {
  return error instanceof PlatformError;
}

/** The same call fails again: the surface is retired, or this key may not use it. */
export function isFinal(error: unknown): boolean {
  return error instanceof PlatformError && !error.retryable;
}
