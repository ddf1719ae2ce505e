import type { Path, Values } from "../resources/values";

/** What the engine puts in the place of a value it does not know yet, at any depth. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Every place whose value is not known yet. */
export function unknownPaths(value: unknown, path: Path = []): Path[] {
  if (value === unknownValue) return [path];
  if (typeof value !== "object" || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value as Values);
  return entries.flatMap(([key, inner]) => unknownPaths(inner, [...path, key]));
}
