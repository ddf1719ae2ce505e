import { ValidationError } from ".";

/** The error of a call that the client does not send: a `ValidationError` without a status. */
export function invalidCall(operation: string, problem: string, hint?: string): ValidationError {
  return new ValidationError({ operation, sentence: `${operation} was not sent: ${problem}`, hint, errors: [problem] });
}

/** Throws unless the value is an integer of the range, both ends included. `undefined` passes. */
export function checkInteger(
  operation: string,
  name: string,
  value: number | undefined,
  { min, max = Number.MAX_SAFE_INTEGER }: { readonly min: number; readonly max?: number },
): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  throw invalidCall(operation, `${name} must be an integer ${range}, not ${String(value)}`);
}

/** Throws unless the value is documented. `undefined` passes. */
export function checkOneOf(
  operation: string,
  name: string,
  value: string | undefined,
  allowed: readonly string[],
): void {
  if (value === undefined || allowed.includes(value)) return;
  throw invalidCall(operation, `${name} must be one of ${allowed.join(", ")}, not ${JSON.stringify(value)}`);
}
