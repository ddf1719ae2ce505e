import { plainLines } from "../../kernel/plain-text";
import type { Values } from "../../kernel/values";

/**
 * The resource exists but differs from the program. The host stores the id and the outputs and shows the reasons. The
 * reasons must not contain secrets, because the engine stores them unencrypted.
 */
export class InitError extends Error {
  override readonly name = "InitError";

  readonly reasons: readonly string[];

  constructor(
    readonly id: string,
    readonly outputs: Values,
    reasons: readonly string[],
  ) {
    const texts = reasons.map(plainLines);
    super(texts.join("\n"));
    this.reasons = texts;
  }
}

/** A failed operation that left no resource behind. The message is a sentence for the user. */
export class OperationError extends Error {
  override readonly name = "OperationError";
}

/** Ends an operation whose engine has ended. Without an engine, the state cannot record the results. */
export class EngineGoneError extends Error {
  override readonly name = "EngineGoneError";
}

/** Tells whether the signal aborted because the engine has ended. */
export function isEngineGone({ reason }: AbortSignal): boolean {
  return reason instanceof EngineGoneError;
}
