import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import * as core from "zod/v4/core";
import { capitalized } from "../../../client/values/text";
import type { Path } from "../../values/values";
import { namesOf } from "../names";
import type { EnumSpec, ObjectSpec, Properties, PropertySpec, TypeSpec } from "./spec";

type Schema = z.core.$ZodType;

/** Facts that a place adds to its zod schema. */
export type Marks = (path: Path) => Pick<PropertySpec, "secret" | "willReplaceOnChanges">;

interface Named {
  readonly schema: Schema;
  readonly spec: ObjectSpec | EnumSpec;
}

/** A zod schema without its wrappers, and the facts of those wrappers. */
interface Unwrapped {
  readonly schema: Schema;
  readonly isOptional: boolean;
  readonly isNullable: boolean;
  readonly default: unknown;
}

/**
 * Translates zod schemas into Pulumi's types. Objects and enums get names from their first place; the very same zod
 * schema with the same facts at a second place is the same type there.
 */
export class Types {
  readonly #named = new Map<string, Named>();
  readonly #package: string;

  constructor(packageName: string) {
    this.#package = packageName;
  }

  /** Every named type met so far, by token. */
  get all(): Readonly<Record<string, ObjectSpec | EnumSpec>> {
    return Object.fromEntries([...this.#named].map(([token, { spec }]) => [token, spec]));
  }

  /** The properties of an object, `owner` being the name that types below it begin with. */
  object(owner: string, schema: z.core.$ZodObject, marks: Marks, path: Path = []): Omit<ObjectSpec, "description"> {
    const entries = Object.entries(schema._zod.def.shape);
    const isRequired = ({ isOptional, isNullable }: Unwrapped) => !isOptional && !isNullable;
    const required = entries.filter(([, property]) => isRequired(unwrap(property))).map(([name]) => name);
    const properties: Properties = Object.fromEntries(
      entries.map(([name, property]) => [name, this.#property(owner, property, marks, [...path, name])]),
    );
    return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
  }

  #property(owner: string, property: Schema, marks: Marks, path: Path): PropertySpec {
    const { schema, default: value } = unwrap(property);
    const description = descriptionOf(property);
    return {
      ...this.#type(owner, schema, marks, path),
      ...(description === undefined ? {} : { description }),
      ...(isScalar(value) ? { default: value } : {}),
      ...deprecationOf(property),
      ...marks(path),
    };
  }

  #type(owner: string, wrapped: Schema, marks: Marks, path: Path): TypeSpec {
    const { schema } = unwrap(wrapped);
    if (schema instanceof core.$ZodString) {
      const names = namesOf(schema);
      const known = names === undefined ? [] : [this.#name(owner, path, names, enumOf(names, catalogEntry))];
      return { type: "string", ...(known.length === 0 ? {} : { oneOf: [{ type: "string" }, ...known] }) };
    }
    if (schema instanceof core.$ZodNumberFormat) return { type: "integer" };
    if (schema instanceof core.$ZodNumber) return { type: "number" };
    if (schema instanceof core.$ZodBoolean) return { type: "boolean" };
    if (schema instanceof core.$ZodUnknown) return { $ref: "pulumi.json#/Any" };
    if (schema instanceof core.$ZodArray) {
      return { type: "array", items: this.#type(owner, schema._zod.def.element, marks, [...path, 0]) };
    }
    if (schema instanceof core.$ZodRecord) {
      const value = this.#type(owner, schema._zod.def.valueType, marks, [...path, ""]);
      return { type: "object", additionalProperties: value };
    }
    if (schema instanceof core.$ZodEnum) return this.#name(owner, path, schema, enumOf(schema));
    if (schema instanceof core.$ZodObject) {
      return this.#name(owner, path, schema, withDescription(this.object(owner, schema, marks, path), schema));
    }
    throw new Error(`${owner}.${path.join(".")}: there is no Pulumi type for zod's "${schema._zod.def.type}"`);
  }

  #name(owner: string, path: Path, schema: Schema, spec: ObjectSpec | EnumSpec): TypeSpec {
    const shared = [...this.#named].find(([, other]) => other.schema === schema && isDeepStrictEqual(other.spec, spec));
    if (shared !== undefined) return { $ref: `#/types/${shared[0]}` };
    const token = `${this.#package}:index:${titleOf(schema) ?? typeName(owner, path)}`;
    const taken = this.#named.get(token);
    if (taken !== undefined && !isDeepStrictEqual(taken.spec, spec)) throw new Error(`two types are called ${token}`);
    this.#named.set(token, { schema, spec });
    return { $ref: `#/types/${token}` };
  }
}

/** `Pod` and `mounts.network[0]` make `PodMountsNetwork`; the items of a list are named in the singular. */
export function typeName(owner: string, path: Path): string {
  const words = path.flatMap((part, index) => {
    if (typeof part === "number") return [];
    return [path[index + 1] === 0 && part.endsWith("s") ? part.slice(0, -1) : part];
  });
  return [owner, ...words].map(capitalized).join("");
}

export function unwrap(schema: Schema): Unwrapped {
  const inner = innerOf(schema);
  if (inner === undefined) return { schema, isOptional: false, isNullable: false, default: undefined };
  if (schema instanceof core.$ZodNullable) return { ...unwrap(inner), isNullable: true };
  const filled = schema instanceof core.$ZodDefault ? { default: schema._zod.def.defaultValue } : {};
  return { ...unwrap(inner), isOptional: true, ...filled };
}

function enumOf(schema: z.core.$ZodEnum, nameOf = enumName): EnumSpec {
  const values = Object.values(schema._zod.def.entries).map(String);
  return withDescription({ type: "string", enum: values.map((value) => ({ name: nameOf(value), value })) }, schema);
}

/** `PRIORITY_FLASHBOOT` makes `PriorityFlashboot`; short names are abbreviations and stay unchanged. */
function enumName(value: string): string {
  if (/^[A-Z]{2,3}$/.test(value)) return value;
  return wordsOf(value).join("");
}

/** `NVIDIA A100-SXM4-80GB` makes `Nvidia_A100_Sxm4_80gb`: without the separators, its numbers would run together. */
function catalogEntry(value: string): string {
  return wordsOf(value).join("_");
}

/** Capitals within a word would be torn apart in Python. */
function wordsOf(value: string): string[] {
  return value.split(/[\W_]+/).map((word) => capitalized(word.toLowerCase()));
}

function withDescription<T extends object>(spec: T, schema: Schema): T & { description?: string } {
  const description = descriptionOf(schema);
  return description === undefined ? spec : { description, ...spec };
}

/** The outermost: a property may say more than the type it shares with others. */
export function descriptionOf(schema: Schema): string | undefined {
  const own = z.globalRegistry.get(schema)?.description;
  const inner = innerOf(schema);
  return own ?? (inner === undefined ? undefined : descriptionOf(inner));
}

function deprecationOf(property: Schema): Pick<PropertySpec, "deprecationMessage"> {
  const { deprecation } = z.globalRegistry.get(property) ?? {};
  return typeof deprecation === "string" ? { deprecationMessage: deprecation } : {};
}

function innerOf(schema: Schema): Schema | undefined {
  const wraps = schema instanceof core.$ZodOptional || schema instanceof core.$ZodNullable;
  return wraps || schema instanceof core.$ZodDefault ? schema._zod.def.innerType : undefined;
}

export function titleOf(schema: Schema): string | undefined {
  return z.globalRegistry.get(schema)?.title;
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
