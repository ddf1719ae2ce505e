import type { Platform } from "../platform/platform";

/** A part of the platform that writes its own format into the state file. */
interface Saveable {
  save(): unknown;
  load(saved: never): void;
}

/**
 * Returns the contents of the platform as data: plain parts, and parts that can save themselves. So a new map, or a new field of a
 * record, needs no code here. The settings are left out, because each start chooses them. The journal, scheduled faults and used
 * quotas are left out, because they belong to the process.
 */
export function partsOf(platform: Platform): Record<string, unknown> {
  const parts: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(platform)) {
    if (isSaveable(part)) parts[name] = part.save();
    else if (isSaved(name, part)) parts[name] = part;
  }
  return parts;
}

/** Loads the result of `partsOf`. A part that is not in the file stays unchanged. */
export function loadParts(platform: Platform, parts: Readonly<Record<string, unknown>>): void {
  const held = platform as unknown as Record<string, unknown>;
  for (const [name, part] of Object.entries(held)) {
    const saved = parts[name];
    if (saved === undefined) continue;
    if (isSaveable(part)) part.load(saved as never);
    // The maps are merged, because handlers that are functions come from the program and not from the file.
    else if (part instanceof Map && saved instanceof Map) for (const [key, value] of saved) part.set(key, value);
    else if (isSaved(name, part)) held[name] = saved;
  }
}

function isSaved(name: string, part: unknown): boolean {
  return name !== "settings" && isPlain(part);
}

/** Whether the value is data and not an instance of a class. */
export function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  const prototype: unknown = Object.getPrototypeOf(value);
  return [Object.prototype, Array.prototype, Map.prototype, null].some((known) => known === prototype);
}

function isSaveable(part: unknown): part is Saveable {
  return typeof part === "object" && part !== null && "save" in part && "load" in part && !isPlain(part);
}
