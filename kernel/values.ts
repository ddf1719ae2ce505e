import { isDeepStrictEqual } from "node:util";

/** Property values from the engine. */
export type Values = Readonly<Record<string, unknown>>;

/** A place inside property values, such as `["mounts", "network", 0, "volumeId"]`. */
export type Path = readonly (string | number)[];

export function isRecord(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Formats a path, such as `mounts.network[0].volumeId`. It quotes keys that are no identifiers, such as
 * `env["MY-KEY"]`.
 */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

/** Parses a path that `formatPath` wrote. */
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
    // A key may have the name of a member that every object inherits.
    return isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }, values);
}

/** Tells whether the paths are equal, or one path is the beginning of the other path. */
export function overlaps(a: Path, b: Path): boolean {
  const shorter = Math.min(a.length, b.length);
  return isDeepStrictEqual(a.slice(0, shorter), b.slice(0, shorter));
}

/** Removes keys with the value `undefined`, because Podwright neither sends nor stores absent values. */
export function present<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Returns the hidden values that hosts store with the properties. */
export function hiddenIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key.startsWith("__")));
}

/** Returns the named properties that are present. */
export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));
}
