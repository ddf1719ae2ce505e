import { ValidationError } from ".";

/** Returns the error of a call that the client refuses to send. The error is a `ValidationError` without a status. */
export function invalidCall(operation: string, problem: string, hint?: string): ValidationError {
  return new ValidationError({ operation, sentence: `${operation} was not sent: ${problem}`, hint, errors: [problem] });
}

/** Throws unless the value is an integer from `min` to `max`, inclusive. Accepts `undefined`. */
export function checkInteger(
  operation: string,
  name: string,
  value: number | undefined,
  { min, max = Number.MAX_SAFE_INTEGER }: { readonly min: number; readonly max?: number },
): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
  const range = max === Number.MAX_SAFE_INTEGER ? `not below ${min}` : `from ${min} to ${max}`;
  throw invalidCall(operation, `${name} must be an integer ${range}. It is ${String(value)}`);
}

/** Throws unless the value is one of the documented values. Accepts `undefined`. */
export function checkOneOf(
  operation: string,
  name: string,
  value: string | undefined,
  allowed: readonly string[],
): void {
  if (value === undefined || allowed.includes(value)) return;
  throw invalidCall(operation, `${name} must be one of ${allowed.join(", ")}, not ${JSON.stringify(value)}`);
}
