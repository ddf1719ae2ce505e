import * as z from "zod";
import { code, table } from "./markdown";

/** The part of JSON Schema that zod writes for the schemas of the resources. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly default?: unknown;
}

/** Writes a table of all inputs. The name of an input in a nested object is its path. */
export function inputTable(schema: z.ZodObject): string {
  return table(["Input", "Type", "Meaning"], rowsOf(jsonSchema(schema), "", inputs));
}

/** The texts of all inputs by their paths, as the table of inputs shows them. */
export function meaningsOf(schema: z.ZodObject): ReadonlyMap<string, string> {
  return new Map(
    rowsOf(jsonSchema(schema), "", inputs).map(([path = "", , meaning = ""]) => [path.slice(1, -1), meaning]),
  );
}

/** Writes a table of all fields of a document. The name of a field in a nested object is its path. */
export function fieldTable(schema: z.ZodObject): string {
  return table(["Field", "Type", "Meaning"], rowsOf(jsonSchema(schema), "", fields));
}

/**
 * Writes a table of the results of a function. `explained` returns a link to the page that explains the parts of a
 * result.
 */
export function resultTable(schema: z.ZodObject, explained: Manner["explained"]): string {
  return table(["Result", "Type", "Meaning"], rowsOf(jsonSchema(schema), "", { ...fields, explained }));
}

/** Writes a table of the outputs that are not inputs. */
export function outputTable(schema: z.ZodObject): string {
  const rows = rowsOf(jsonSchema(schema), "", outputs);
  return rows.length === 0
    ? "The resource has no outputs besides its inputs."
    : table(["Output", "Type", "Meaning"], rows);
}

/** The parts of one output. */
export function shapeTable(outputs: z.ZodObject, name: string): string {
  const schema = z.object({ [name]: outputs.shape[name] as z.ZodType });
  return table(["Field", "Type", "Meaning"], rowsOf(jsonSchema(schema), "", fields).slice(1));
}

function jsonSchema(schema: z.ZodObject): Schema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
}

interface Manner {
  readonly marksRequired: boolean;
  /** True if parts of objects have rows of their own. */
  readonly nested: boolean;
  /** Returns a link to the page that explains the parts of a field. The table then leaves them out. */
  readonly explained?: ((path: string, field: Schema) => string | undefined) | undefined;
}

const inputs: Manner = { marksRequired: true, nested: true };
const outputs: Manner = { marksRequired: false, nested: false };
const fields: Manner = { marksRequired: false, nested: true };

function rowsOf({ properties = {}, required = [] }: Schema, prefix: string, manner: Manner): string[][] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const type = `${typeOf(property)}${manner.marksRequired && required.includes(name) ? ", required" : ""}`;
    if (meaningOf(property) === "") throw new Error(`"${path}" needs a description in its schema`);
    const link = manner.explained?.(path, property);
    if (link !== undefined) return [[code(path), type, `${meaningOf(property)} ${link}`]];
    return [[code(path), type, meaningOf(property)], ...partsOf(property, path, manner)];
  });
}

/**
 * Returns the rows of the parts of an input or a field. The parts of outputs have no rows. The parts of `fallbacks`
 * have no rows either, because other inputs already explain its type.
 */
function partsOf(property: Schema, path: string, manner: Manner): string[][] {
  if (!manner.nested) return [];
  const { items, properties } = withoutNull(property);
  if (properties !== undefined) return rowsOf(withoutNull(property), `${path}.`, manner);
  if (items?.properties === undefined || path === "fallbacks") return [];
  return rowsOf(items, `${path}[0].`, manner);
}

function withoutNull(schema: Schema): Schema {
  return schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
}

function meaningOf(schema: Schema): string {
  const said = schema.description ?? "";
  const fallback = schema.default === undefined ? "" : `Default ${code(String(schema.default))}.`;
  return [said, fallback].filter((part) => part !== "").join(" ");
}

function typeOf(schema: Schema): string {
  const { anyOf, enum: values, items, properties, additionalProperties, type } = schema;
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ");
  if (values !== undefined) return values.map((value) => code(String(value))).join(", ");
  if (items !== undefined)
    return items.properties === undefined ? `list of ${plural(typeOf(items))}` : "list of objects";
  if (properties !== undefined) return "object";
  if (typeof additionalProperties === "object") return `map of ${plural(typeOf(additionalProperties))}`;
  if (type === undefined) return "any value";
  return [type]
    .flat()
    .map((one) => (one === "integer" ? "whole number" : one))
    .join(" or ");
}

/** Adds a plural `s` to the name of a type. The name of a list of values has no plural. */
function plural(type: string): string {
  return type.startsWith("`") ? type : `${type}s`;
}
