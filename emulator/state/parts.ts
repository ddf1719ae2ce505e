import type { Platform } from "../platform";

/** Something that keeps its data to itself and says what of it outlives the process. */
interface Keeper {
  save(): unknown;
  load(saved: never): void;
}

/**
 * Everything the platform holds, as data: whatever is plain, and whatever can save itself. So a new map, or a new field
 * of a record, is kept without a word here. Left out are the settings, which are the next start's to choose, and what
 * belongs to the process: journal, planned faults, quotas used.
 */
export function partsOf(platform: Platform): Record<string, unknown> {
  const parts: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(platform)) {
    if (isKeeper(part)) parts[name] = part.save();
    else if (isKept(name, part)) parts[name] = part;
  }
  return parts;
}

/** Puts in place what `partsOf` gave; a part the file does not know stays as it is. */
export function loadParts(platform: Platform, parts: Readonly<Record<string, unknown>>): void {
  const held = platform as unknown as Record<string, unknown>;
  for (const [name, part] of Object.entries(held)) {
    const saved = parts[name];
    if (saved === undefined) continue;
    if (isKeeper(part)) part.load(saved as never);
    // Not replaced: handlers that are functions come from the program, not from the file.
    else if (part instanceof Map && saved instanceof Map) for (const [key, value] of saved) part.set(key, value);
    else if (isKept(name, part)) held[name] = saved;
  }
}

function isKept(name: string, part: unknown): boolean {
  return name !== "settings" && isPlain(part);
}

/** No instance of a class of ours. */
export function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  const prototype: unknown = Object.getPrototypeOf(value);
  return [Object.prototype, Array.prototype, Map.prototype, Set.prototype, null].some((known) => known === prototype);
}

function isKeeper(part: unknown): part is Keeper {
  return typeof part === "object" && part !== null && "save" in part && "load" in part && !isPlain(part);
}
