import { isDeepStrictEqual, types } from "node:util";

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

/** A part of a program's inputs that Pulumi would silently omit, empty or change. */
export interface Loss {
  readonly path: Path;
  /** Text that continues the path. */
  readonly message: string;
}

/** Key that a plain assignment in JavaScript silently loses. Pulumi's SDK uses such assignments. */
const lostKey = "__proto__";

/** The note that an SDK puts into a text such as Python's `f"{volume.id}"`. */
const convertedOutput = /Calling (?:__str__|\[to(?:String|JSON)\]|\[ToString\]) on an \[?Output[[<]T/;

/**
 * Returns the values, at any depth, that would not reach the engine. The engine accepts texts, numbers, booleans, null,
 * lists and plain objects. `isCarried` recognises other objects that Pulumi converts itself, such as outputs.
 */
export function lossesIn(value: unknown, isCarried: (value: object) => boolean = () => false, path: Path = []): Loss[] {
  if (typeof value === "string" && convertedOutput.test(value)) {
    return [
      {
        path,
        message:
          "contains a note of Pulumi's SDK in place of a value, because the program converted an output into a text: build the text with pulumi.Output.format in Python, pulumi.interpolate in TypeScript, or apply",
      },
    ];
  }
  const kind = lostKind(value, isCarried);
  if (kind !== undefined) {
    return [
      { path, message: `is ${kind}, which Pulumi cannot keep: give it as a text, a number, a list or an object` },
    ];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => lossesIn(item, isCarried, [...path, index]));
  if (!isRecord(value) || isCarried(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === lostKey
      ? [{ path: [...path, key], message: "is a property name that JavaScript does not keep: choose another name" }]
      : lossesIn(inner, isCarried, [...path, key]),
  );
}

function lostKind(value: unknown, isCarried: (value: object) => boolean): string | undefined {
  switch (typeof value) {
    case "bigint":
    case "symbol":
    case "function":
      return `a ${typeof value}`;
    case "number":
      return Number.isFinite(value) ? undefined : String(value);
    case "object":
      return value === null || isCarried(value) || keepsItsContent(value) ? undefined : `a ${value.constructor.name}`;
    default:
      return undefined;
  }
}

/** Recognises plain objects, lists, and objects of a program's own class with plain properties. */
function keepsItsContent(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null || Array.isArray(value)) return true;
  return !(ArrayBuffer.isView(value) || types.isBoxedPrimitive(value)) && Object.keys(value).length > 0;
}
