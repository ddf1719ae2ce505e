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

/** The same call fails again: the surface is retired, or this key may not use it. */
export function isFinal(error: unknown): boolean {
  return error instanceof PlatformError && !error.retryable;
}
