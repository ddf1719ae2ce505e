import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { type Meanings, propertiesOf, type Shape } from "../../../kernel/shape";
import { capitalized } from "../../../kernel/text";
import { type Path, present } from "../../../kernel/values";
import { namesOf } from "./names";
import { withReplacement } from "./replacing";
import type { EnumSpec, ObjectSpec, Properties, PropertySpec, TypeSpec } from "./spec";

/** Returns the facts about a path that its zod schema does not contain. */
export type Marks = (path: Path) => Pick<PropertySpec, "secret" | "willReplaceOnChanges" | "plain">;

/**
 * Translates zod schemas into Pulumi's types. An object or enum gets its name from the first path that uses it. Another
 * path with the same zod schema and the same facts uses the same type.
 */
export class Types {
  readonly #named = new Map<string, { readonly id: number; readonly spec: ObjectSpec | EnumSpec }>();
  readonly #package: string;

  constructor(packageName: string) {
    this.#package = packageName;
  }

  /** All named types so far, by token. */
  get all(): Readonly<Record<string, ObjectSpec | EnumSpec>> {
    return Object.fromEntries([...this.#named].map(([token, { spec }]) => [token, spec]));
  }

  /** Returns the properties of an object. Names of nested types begin with `owner`. */
  object(owner: string, schema: z.core.$ZodObject, marks: Marks): Omit<ObjectSpec, "description"> {
    return this.#object(owner, propertiesOf(schema), marks, []);
  }

  #object(owner: string, parts: Readonly<Record<string, Shape>>, marks: Marks, path: Path): ObjectSpec {
    const entries = Object.entries(parts);
    const required = entries
      .filter(([, { isOptional, isNullable }]) => !isOptional && !isNullable)
      .map(([name]) => name);
    const properties: Properties = Object.fromEntries(
      entries.map(([name, property]) => [name, this.#property(owner, property, marks, [...path, name])]),
    );
    return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
  }

  #property(owner: string, shape: Shape, marks: Marks, path: Path): PropertySpec {
    const { deprecation, default: value } = shape;
    const own = marks(path);
    const description = withReplacement(shape.description, own.willReplaceOnChanges === true);
    return {
      ...this.#type(owner, shape, marks, path),
      ...present({ description, default: isScalar(value) ? value : undefined, deprecationMessage: deprecation }),
      ...own,
    };
  }

  #type(owner: string, shape: Shape, marks: Marks, path: Path): TypeSpec {
    const { id, title = typeName(owner, path), description } = shape.own;
    switch (shape.type) {
      case "string": {
        const names = namesOf(shape);
        // The Go SDK has no union type for a plain value.
        if (names === undefined || marks(path).plain) return { type: "string" };
        return textOr(
          this.#name(id, names.title, enumOf(names.values, names.description, catalogEntry, names.meanings)),
        );
      }
      case "any":
        return { $ref: "pulumi.json#/Any" };
      case "list": {
        const { plain } = marks([...path, 0]);
        const item = { ...shape.item, description: shape.item.description ?? shape.description };
        return {
          type: "array",
          items: { ...this.#type(owner, item, marks, [...path, 0]), ...present({ plain }) },
        };
      }
      case "map":
        return { type: "object", additionalProperties: this.#type(owner, shape.item, marks, [...path, ""]) };
      case "enum":
        if (marks(path).plain) return { type: "string" };
        return textOr(
          this.#name(id, title, enumOf(shape.values, description ?? shape.description, enumName, shape.meanings)),
        );
      case "object":
        return this.#name(id, title, {
          ...present({ description: description ?? shape.description }),
          ...this.#object(owner, shape.properties, marks, path),
        });
      default:
        return { type: shape.type };
    }
  }

  #name(id: number, name: string, spec: ObjectSpec | EnumSpec): TypeSpec {
    const shared = [...this.#named].find(([, other]) => other.id === id && isSameType(other.spec, spec));
    if (shared !== undefined) return { $ref: `#/types/${shared[0]}` };
    const token = `${this.#package}:index:${name}`;
    const taken = this.#named.get(token);
    if (taken !== undefined && !isDeepStrictEqual(taken.spec, spec)) throw new Error(`two types are called ${token}`);
    this.#named.set(token, { id, spec });
    return { $ref: `#/types/${token}` };
  }
}

/**
 * Returns the name of a nested type. `Pod` and `mounts.network[0]` give `PodMountsNetwork`. The type of an item has the
 * singular of its list.
 */
export function typeName(owner: string, path: Path): string {
  const words = path.flatMap((part, index) => {
    if (typeof part === "number") return [];
    return [path[index + 1] === 0 && part.endsWith("s") ? part.slice(0, -1) : part];
  });
  return [owner, ...words].map(capitalized).join("");
}

/** Type checkers of Python refuse a text such as `"SECURE"` if the type is only the enumeration. */
function textOr(known: TypeSpec): TypeSpec {
  return { type: "string", oneOf: [{ type: "string" }, known] };
}

function enumOf(
  values: readonly string[],
  description: string | undefined,
  nameOf: (value: string) => string,
  meanings: Meanings = {},
): EnumSpec {
  const entry = (value: string) => ({ name: nameOf(value), value, ...present({ description: meanings[value] }) });
  return { ...present({ description }), type: "string", enum: values.map(entry) };
}

/** Two properties of one type may describe their objects differently. The type keeps the first description. */
function isSameType(one: ObjectSpec | EnumSpec, other: ObjectSpec | EnumSpec): boolean {
  if (one.type !== "object" || other.type !== "object") return isDeepStrictEqual(one, other);
  return isDeepStrictEqual({ ...one, description: "" }, { ...other, description: "" });
}

/**
 * Returns the name of an enum value, such as `PriorityFlashboot` for `PRIORITY_FLASHBOOT`. Short names are
 * abbreviations and stay unchanged.
 */
function enumName(value: string): string {
  if (/^[A-Z]{2,3}$/.test(value)) return value;
  return wordsOf(value).join("");
}

/**
 * Returns the name of a catalog entry, such as `Nvidia_A100_Sxm4_80gb` for `NVIDIA A100-SXM4-80GB`. The underscores
 * keep the numbers apart.
 */
function catalogEntry(value: string): string {
  return wordsOf(value).join("_");
}

/** Splits a value into capitalized words. The Python SDK would split a word at inner capitals. */
function wordsOf(value: string): string[] {
  return value.split(/[\W_]+/).map((word) => capitalized(word.toLowerCase()));
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
