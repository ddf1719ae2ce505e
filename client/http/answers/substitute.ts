import { NotFoundError } from "../../errors/kinds";
import { PlatformError } from "../../errors/platform-error";

/**
 * RunPod's text for a missing operation. RunPod sends this text with the status of a bad request, because it validates a
 * request before it looks for the operation.
 */
export const MISSING_ROUTE = /^[A-Z]+ Path \S+ was not found/;

/** Returns the result of the promise. If the promise rejects with an error that passes the test, returns the substitute. */
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

/** Whether RunPod at this address lacks the operation. A 404 for an item does not show that the operation is missing. */
export function isMissingRoute(error: unknown): boolean {
  return (
    error instanceof PlatformError && [error.detail ?? "", ...error.errors].some((text) => MISSING_ROUTE.test(text))
  );
}

/** Whether RunPod or the connection to it caused the error. */
export function isPlatformError(error: unknown): error is PlatformError {
  return error instanceof PlatformError;
}

/** Whether the same call would fail again, because the surface is retired or this API key may not use it. */
export function isFinal(error: unknown): boolean {
  return error instanceof PlatformError && !error.retryable;
}
