import { plainLines } from "../../client/values/plain-text";
import type { Values } from "./values";

/**
 * The resource exists under its id, but is not as the program declares it. The host stores id and outputs and shows the
 * reasons, which must be free of secrets: the engine stores them unencrypted.
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

/** An operation that failed and left no resource behind, in a sentence for the user. */
export class OperationError extends Error {
  override readonly name = "OperationError";
}

/** Ends an operation after its engine: without an engine, the state does not record its results. */
export class EngineGoneError extends Error {
  override readonly name = "EngineGoneError";
}

/** Whether the signal fired because the engine is gone. */
export function isEngineGone({ reason }: AbortSignal): boolean {
  return reason instanceof EngineGoneError;
}

/** The text of any thrown value. */
export function messageOf(error: unknown): string {
  return plainLines(error instanceof Error ? error.message : String(error));
}
