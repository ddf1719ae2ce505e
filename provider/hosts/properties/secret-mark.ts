import { isRecord, type Path, type Values } from "../../planning/values";

/**
 * The key by which the engine tells a value that is more than the JSON it is written as, mostly a secret, from a plain
 * object: on the wire, in states and in event logs.
 */
export const secretMark = "4dabf18193072939515e22adb298388d";

/** What stands under that key where the value is secret. */
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** What the engine writes in an event log in place of a secret text. */
const masked = "[secret]";

/** Whether the value itself is secret. */
export function isMarked(value: unknown): boolean {
  return value === masked || (isRecord(value) && secretMark in value);
}

/** Whether it is, or anything inside it. */
export function holdsMark(value: unknown): boolean {
  if (isMarked(value)) return true;
  if (Array.isArray(value)) return value.some(holdsMark);
  return isRecord(value) && Object.values(value).some(holdsMark);
}

/** The values with secrets wrapped at their places. A place inside a secret needs no mark of its own. */
export function mark(values: Values, secrets: readonly Path[]): Record<string, unknown> {
  const wrap = (value: unknown, place: Place | undefined): unknown => {
    if (place === undefined || value === null) return value;
    if (place.isSecret) return { [secretMark]: secretSignature, value };
    if (Array.isArray(value)) return value.map((item, index) => wrap(item, place.inside.get(index)));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wrap(inner, place.inside.get(key))]));
  };
  return wrap(values, placesOf(secrets)) as Record<string, unknown>;
}

/** A place in a bag of values on the way to a secret, or a secret one. */
interface Place {
  isSecret: boolean;
  readonly inside: Map<string | number, Place>;
}

/** The paths as a tree, so that each is walked once, however many secrets there are. */
function placesOf(paths: readonly Path[]): Place {
  const root: Place = { isSecret: false, inside: new Map() };
  for (const path of paths) {
    let place = root;
    for (const part of path) {
      const next = place.inside.get(part) ?? { isSecret: false, inside: new Map() };
      place.inside.set(part, next);
      place = next;
    }
    place.isSecret = true;
  }
  return root;
}
