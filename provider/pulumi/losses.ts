import { types } from "node:util";
import { isRecord, type Path } from "../../kernel/values";

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
