import { InitError, messageOf } from "../../values/errors";
import type { Values } from "../../values/values";
import { arriving } from "../properties/arriving";
import { sanitize } from "../properties/sanitize";

/**
 * Pulumi's dynamic host prints `error: stack` of a thrown error, beside the engine's own line, which names no resource.
 * So `error` is the resource's name, and `stack` the sentence instead of a JavaScript stack.
 */
export function plainError(error: unknown, resourceName = "podwright", stack = messageOf(error)): Error {
  const plain = new Error(messageOf(error));
  plain.stack = stack;
  plain.toString = () => resourceName;
  return plain;
}

interface Reserved {
  readonly __provider?: unknown;
  readonly __logicalName?: string;
}

interface EngineInitError extends Error {
  id?: string;
  properties?: Record<string, unknown>;
  reasons?: readonly string[];
}

/**
 * Only this builds init errors. Without the serialised provider among its properties, the resource could never be read,
 * updated or deleted again. Without an id, the engine would forget that it exists.
 */
export function engineError(
  error: unknown,
  { __provider, __logicalName }: Reserved,
  marked: (outputs: Values) => Values = (outputs) => outputs,
): Error {
  const plain: EngineInitError = plainError(error, __logicalName);
  if (!(error instanceof InitError)) return plain;
  plain.id = error.id;
  plain.properties = { ...marked(arriving(sanitize(error.outputs))), __provider };
  plain.reasons = error.reasons;
  return plain;
}
