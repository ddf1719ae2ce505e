import { isRecord, type Path, type Values } from "../../../kernel/values";

/**
 * Key that marks a special value of the engine, usually a secret. The mark occurs on the wire, in states and in event
 * logs.
 */
export const secretMark = "4dabf18193072939515e22adb298388d";

/** Value of this key in a secret. */
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** Text that replaces a secret in the engine's event log. */
const masked = "[secret]";

/** Tells whether the value itself is secret. */
export function isMarked(value: unknown): boolean {
  return value === masked || (isRecord(value) && secretMark in value);
}

/** Tells whether the value or a part of it is marked. */
export function holdsMark(value: unknown): boolean {
  if (isMarked(value)) return true;
  if (Array.isArray(value)) return value.some(holdsMark);
  return isRecord(value) && Object.values(value).some(holdsMark);
}

/** Wraps the secrets at these paths. A path inside a secret needs no further mark. */
export function mark(values: Values, secrets: readonly Path[], wrapped = wrapSecret): Record<string, unknown> {
  const wrap = (value: unknown, place: Place | undefined): unknown => {
    if (place === undefined || value === null) return value;
    if (place.isSecret) return wrapped(value);
    if (Array.isArray(value)) return value.map((item, index) => wrap(item, place.inside.get(index)));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wrap(inner, place.inside.get(key))]));
  };
  return wrap(values, placesOf(secrets)) as Record<string, unknown>;
}

function wrapSecret(value: unknown): unknown {
  return { [secretMark]: secretSignature, value };
}

/**
 * Wraps a secret and each value inside it. If an input arrives in clear, the engine (3.276) removes the mark of the
 * object that the dynamic provider answers, but keeps the marks inside it.
 */
export function wrapWithEntries(value: unknown): unknown {
  if (value === null) return value;
  if (!isRecord(value)) return wrapSecret(value);
  return wrapSecret(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wrapWithEntries(inner)])));
}

/** A node in the tree of paths: a secret, or an object or list that contains a secret. */
interface Place {
  isSecret: boolean;
  readonly inside: Map<string | number, Place>;
}

/** Builds a tree of the paths, so that Podwright walks each value only once. */
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
