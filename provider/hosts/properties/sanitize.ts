import type { Values } from "../../../kernel/values";

/**
 * Makes values fit for the engine's wire format. The code for this format throws on `undefined`, functions and bigints,
 * but only after the resource exists. It also silently empties dates and maps. `undefined` stays absent in an object,
 * and becomes null in a list. The engine also refuses a text that ends within a character, such as a model's answer
 * that was cut off.
 */
export function sanitize(values: Values): Record<string, unknown> {
  return sanitizeValue(values) as Record<string, unknown>;
}

function sanitizeValue(value: unknown): unknown {
  switch (typeof value) {
    case "string":
      return value.toWellFormed();
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return value.toString();
    case "object":
      return value === null ? null : sanitizeObject(value);
    default:
      return undefined;
  }
}

function sanitizeObject(value: object): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Map) return sanitizeObject(Object.fromEntries([...value].filter(([key]) => isName(key))));
  if (value instanceof Set) return sanitizeObject([...value]);
  // `map` would keep the holes of a sparse list.
  if (Array.isArray(value)) return Array.from(value, (item) => sanitizeValue(item) ?? null);
  const entries = Object.entries(value).map(([key, inner]) => [key.toWellFormed(), sanitizeValue(inner)] as const);
  // The wire format loses the key `__proto__`.
  return Object.fromEntries(entries.filter(([key, inner]) => inner !== undefined && key !== "__proto__"));
}

/** An object as the key of a map has no text of its own, and converting it may even throw. */
function isName(key: unknown): boolean {
  return ["string", "number", "bigint", "boolean"].includes(typeof key);
}
