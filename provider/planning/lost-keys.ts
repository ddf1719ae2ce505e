import type { Path } from "./values";

/** The name that plain assignments in JavaScript, such as those of Pulumi's own SDK, silently leave out. */
const lostKey = "__proto__";

export const lostKeyMessage = "is a name that JavaScript does not keep: choose another one";

/** Where a plain object, at any depth, has a key that would vanish on its way. */
export function lostKeys(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => lostKeys(item, [...path, index]));
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === lostKey ? [[...path, key]] : lostKeys(inner, [...path, key]),
  );
}

/** An object of values, and not, for example, an output. */
function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
