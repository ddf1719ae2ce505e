import type { Values } from "../planning/values";

/**
 * The resource exists under its id, but is not what the program asked for. The host stores id and outputs and shows
 * the reasons, which must be free of secrets: the engine stores them unencrypted.
 */
export class InitError extends Error {
  override readonly name = "InitError";

  constructor(
    readonly id: string,
    readonly outputs: Values,
    readonly reasons: readonly string[],
  ) {
    super(reasons.join("\n"));
  }
}

/** An operation that failed without leaving anything behind, in a sentence for the user. */
export class OperationError extends Error {
  override readonly name = "OperationError";
}

/** Why an operation is to end: nobody hears how it does, and what it leaves behind is recorded nowhere. */
export class UnheardError extends Error {
  override readonly name = "UnheardError";
}

/** Whether the signal fired because nobody hears any more how the operation ends. */
export function isUnheard({ reason }: AbortSignal): boolean {
  return reason instanceof UnheardError;
}

/** The text of whatever was thrown, for a user. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
