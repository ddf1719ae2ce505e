import { messageOf } from "../../../kernel/plain-text";
import type { Values } from "../../../kernel/values";
import { InitError } from "../../pulumi/errors";
import { arriving } from "../properties/arriving";
import { sanitize } from "../properties/sanitize";

/**
 * Makes an error that Pulumi's dynamic host prints as one sentence. The host prints the error's name and stack, and the
 * engine's own line names no resource. So this error's name is the name of the resource, and its stack is the sentence.
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
 * Converts an error for the engine. Only this function builds init errors. The properties must contain the serialised
 * provider, or Pulumi could never read, update or delete the resource again. Without an id, the engine would forget the
 * resource.
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
