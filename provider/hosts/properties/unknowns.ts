import type { Path, Values } from "../../../kernel/values";

/** The engine's placeholder for an unknown value. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/**
 * All placeholders of the engine: the placeholder above, and a placeholder for each known type (boolean, number, list,
 * object, asset and archive).
 */
const placeholders: ReadonlySet<unknown> = new Set([
  unknownValue,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
]);

export function isUnknown(value: unknown): boolean {
  return placeholders.has(value);
}

/** Returns the paths of all unknown values. */
export function unknownPaths(value: unknown, path: Path = []): Path[] {
  if (isUnknown(value)) return [path];
  if (typeof value !== "object" || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value as Values);
  return entries.flatMap(([key, inner]) => unknownPaths(inner, [...path, key]));
}
