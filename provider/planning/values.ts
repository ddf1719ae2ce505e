import { isDeepStrictEqual } from "node:util";

/** A bag of property values, as the engine hands them over. */
export type Values = Readonly<Record<string, unknown>>;

/** A place inside a bag of properties: `["mounts", "network", 0, "volumeId"]`. */
export type Path = readonly (string | number)[];

export function isRecord(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `mounts.network[0].volumeId`; keys that are no identifiers are quoted: `env["MY-KEY"]`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

/** The inverse of `formatPath`. */
export function parsePath(text: string): Path {
  const parts = text.matchAll(/\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g);
  return [...parts].map(([part, quoted]) => {
    if (quoted !== undefined) return JSON.parse(`"${quoted}"`) as string;
    return /^\d+$/.test(part) ? Number(part) : part;
  });
}

export function valueAt(values: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return typeof part === "number" ? value[part] : undefined;
    // A key may be called like something that every object has.
    return isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }, values);
}

/** Whether one path lies at or below the other, in either direction. */
export function overlaps(a: Path, b: Path): boolean {
  const shorter = Math.min(a.length, b.length);
  return isDeepStrictEqual(a.slice(0, shorter), b.slice(0, shorter));
}

/** Drops keys that are `undefined`: absent is never sent and never stored. */
export function present<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** What hosts keep beside the properties. */
export function hiddenIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key.startsWith("__")));
}

/** Those of the named properties that are there. */
export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));
}

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
