import { NotFoundError } from "./kinds";
import { PlatformError } from "./platform-error";

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

/** Whatever the platform or the way to it is to blame for. */
export function isPlatformError(error: unknown): error is PlatformError {
  return error instanceof PlatformError;
}

/** The same call fails again: the surface is retired, or this key may not use it. */
export function isFinal(error: unknown): boolean {
  return error instanceof PlatformError && !error.retryable;
}
