import * as z from "zod";
import { present } from "./values";

/** What each value of an enumeration means, as `choice` declares it. */
export type Meanings = Readonly<Record<string, string>>;

/** The type of a value and of its parts. */
export type Type =
  | { readonly type: "string" | "number" | "integer" | "boolean" | "any" }
  | { readonly type: "enum"; readonly values: readonly string[]; readonly meanings?: Meanings }
  | { readonly type: "list" | "map"; readonly item: Shape }
  | { readonly type: "object"; readonly properties: Readonly<Record<string, Shape>> };

/** A zod schema as plain data. */
export type Shape = Type & {
  readonly isOptional: boolean;
  readonly isNullable: boolean;
  /** Default, which `check` fills in. */
  readonly default?: unknown;
  /** Description of the property, which may differ from the description of a shared type. */
  readonly description?: string | undefined;
  readonly deprecation?: string | undefined;
  readonly catalog?: string | undefined;
  readonly own: Own;
};

/** Facts about the type itself, without its wrappers. Each zod schema has its own `id`. */
interface Own {
  readonly id: number;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

type Json = z.core.JSONSchema.JSONSchema;

const ids = new WeakMap<z.core.$ZodType, number>();
let lastId = 0;
const shapes = new WeakMap<z.core.$ZodType, Shape>();

/** Reads a schema through `z.toJSONSchema`, because zod's own structure is not public. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const json = z.toJSONSchema(schema, {
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      // A wrapper already has the facts of the type inside it.
      jsonSchema.own ??= { id: idOf(zodSchema), title: jsonSchema.title, description: jsonSchema.description };
    },
  });
  const shape = read(json, false);
  shapes.set(schema, shape);
  return shape;
}

/** Returns the properties of an object. */
export function propertiesOf(schema: z.core.$ZodObject): Readonly<Record<string, Shape>> {
  const shape = shapeOf(schema);
  return shape.type === "object" ? shape.properties : {};
}

function idOf(schema: z.core.$ZodType): number {
  const id = ids.get(schema) ?? ++lastId;
  ids.set(schema, id);
  return id;
}

function read(json: Json, isOptional: boolean): Shape {
  const { description, deprecation, catalog } = json as Partial<Record<string, string>>;
  const [inner, none] = (json.anyOf ?? []) as Json[];
  const isNullable = inner !== undefined && none?.type === "null";
  const bare = isNullable ? read(inner, false) : { ...typeOf(json), own: json.own as Own };
  return {
    ...bare,
    isOptional,
    isNullable,
    ...present({ default: json.default, description, deprecation, catalog }),
  };
}

function typeOf(json: Json): Type {
  const { type, items, properties, additionalProperties, required = [] } = json;
  if (json.enum !== undefined) {
    const { meanings } = json as { readonly meanings?: Meanings };
    return { type: "enum", values: json.enum.map(String), ...present({ meanings }) };
  }
  switch (type) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
      return { type };
    case "array":
      return { type: "list", item: read(items as Json, false) };
    case "object": {
      if (properties === undefined) return { type: "map", item: read(additionalProperties as Json, false) };
      const parts = Object.entries(properties).map(
        ([name, part]) => [name, read(part as Json, !required.includes(name))] as const,
      );
      return { type: "object", properties: Object.fromEntries(parts) };
    }
    default:
      if (type === undefined && json.anyOf === undefined) return { type: "any" };
      throw new Error(`no type describes ${JSON.stringify(json)}`);
  }
}
