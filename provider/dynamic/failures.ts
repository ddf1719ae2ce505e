import { InitError, messageOf } from "../resources";
import { sanitize } from "./sanitize";

/** Pulumi's dynamic host prints the JavaScript stack of what is thrown; a user wants the sentence. */
export function plainError(error: unknown): Error {
  const plain = new Error(messageOf(error));
  plain.stack = "";
  plain.toString = () => plain.message;
  return plain;
}

interface EngineInitError extends Error {
  id?: string;
  properties?: Record<string, unknown>;
  reasons?: readonly string[];
}

/**
 * The one place that builds init errors. Without the serialised provider among its properties the resource could never
 * be read, updated or deleted again; without an id the engine would forget that it exists.
 */
export function engineError(error: unknown, serializedProvider: unknown): Error {
  const plain: EngineInitError = plainError(error);
  if (!(error instanceof InitError)) return plain;
  plain.id = error.id;
  plain.properties = { ...sanitize(error.outputs), __provider: serializedProvider };
  plain.reasons = error.reasons;
  return plain;
}
