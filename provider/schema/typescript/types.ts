import type * as z from "zod";
import { propertiesOf, type Shape } from "../../values/shape";
import type { Path } from "../../values/values";
import { type Names, namesOf } from "../package/names";
import { typeName } from "../package/types";

/** Direction of a value: a program gives it or gets it. Each part of a given value may be another resource's output. */
export type Side = "given" | "got" | "plain";

/** One property of an interface or class in TypeScript. */
export interface Member {
  readonly name: string;
  readonly doc: string | undefined;
  readonly isOptional: boolean;
  readonly type: string;
}

/** Writes zod schemas as TypeScript types. Objects get names from their first place. */
export class TypeScriptTypes {
  readonly #named = new Map<string, { readonly id: number; readonly text: string }>();

  /** All interfaces so far. */
  get interfaces(): readonly string[] {
    return [...this.#named.values()].map(({ text }) => text);
  }

  members(owner: string, schema: z.core.$ZodObject, side: Side): Member[] {
    return this.#members(owner, propertiesOf(schema), side, []);
  }

  #members(owner: string, parts: Readonly<Record<string, Shape>>, side: Side, path: Path): Member[] {
    return Object.entries(parts).map(([name, property]) => ({
      name,
      doc: documentationOf(property),
      // An output with a default is always present, because `check` fills it in.
      isOptional: property.isOptional && !(side === "got" && property.default !== undefined),
      type: this.#type(owner, property, side, [...path, name]),
    }));
  }

  #type(owner: string, shape: Shape, side: Side, path: Path): string {
    const bare = this.#bare(owner, shape, side, path);
    return shape.isNullable ? `${bare} | null` : bare;
  }

  #bare(owner: string, shape: Shape, side: Side, path: Path): string {
    switch (shape.type) {
      case "string": {
        const names = side === "got" ? undefined : namesOf(shape);
        return names === undefined ? "string" : this.#openUnion(names);
      }
      case "integer":
        return "number";
      case "any":
        return "unknown";
      case "list": {
        const item = this.#item(owner, shape.item, side, [...path, 0]);
        return `${side === "got" ? "" : "readonly "}${parenthesized(item)}[]`;
      }
      case "map": {
        const map = `Record<string, ${this.#item(owner, shape.item, side, [...path, ""])}>`;
        return side === "got" ? map : `Readonly<${map}>`;
      }
      case "enum":
        // RunPod may report names that this version does not know.
        return side === "got" ? "string" : shape.values.map((value) => JSON.stringify(value)).join(" | ");
      case "object": {
        const { id, title = typeName(owner, path) } = shape.own;
        return this.#interface(title, id, side, () => this.#members(owner, shape.properties, side, path));
      }
      default:
        return shape.type;
    }
  }

  /** Returns a type for which editors offer the names, and the compiler accepts any text. */
  #openUnion({ title, description, values }: Names): string {
    const names = values.map((value) => `  | ${JSON.stringify(value)}`);
    const lines = [...comment(description), `export type ${title} =`, ...names, "  | (string & {});"];
    this.#named.set(title, { id: 0, text: lines.join("\n") });
    return title;
  }

  /** Returns the type of the items of a list or a map. */
  #item(owner: string, shape: Shape, side: Side, path: Path): string {
    const type = this.#type(owner, shape, side, path);
    return side === "given" && type !== "unknown" ? `Input<${type}>` : type;
  }

  /** Returns the name of an interface. The same zod schema always gives the same interface. */
  #interface(title: string, id: number, side: Side, membersOf: () => Member[]): string {
    const suffix = side === "given" ? "Args" : "";
    const shared = [...this.#named].find(
      ([name, other]) => other.id === id && name.endsWith("Args") === (suffix !== ""),
    );
    if (shared !== undefined) return shared[0];
    const name = `${title}${suffix}`;
    if (this.#named.has(name)) throw new Error(`two types are called ${name}`);
    this.#named.set(name, { id, text: "" });
    this.#named.set(name, { id, text: interfaceText(name, membersOf(), side) });
    return name;
  }
}

/**
 * Returns the text of an exported interface. A property that a program gives may be an output, except for `plain`
 * properties.
 */
export function interfaceText(
  name: string,
  members: readonly Member[],
  side: Side,
  plain: readonly string[] = [],
): string {
  const lines = members.flatMap(({ name: key, doc, isOptional, type }) => {
    const value = side === "given" && type !== "unknown" && !plain.includes(key) ? `Input<${type}>` : type;
    const property = `${side === "got" ? "" : "readonly "}${key}`;
    return [...comment(doc, "  "), isOptional ? `  ${property}?: ${value} | undefined;` : `  ${property}: ${value};`];
  });
  return [`export interface ${name} {`, ...lines, "}"].join("\n");
}

export function comment(doc: string | undefined, indent = ""): string[] {
  return doc === undefined ? [] : [`${indent}/** ${doc.replaceAll("*/", "*\\/").replace(/\s+/g, " ").trim()} */`];
}

function parenthesized(type: string): string {
  return type.includes(" | ") ? `(${type})` : type;
}

function documentationOf({ description, deprecation }: Shape): string | undefined {
  return deprecation === undefined ? description : `${description ?? ""} @deprecated ${deprecation}`;
}
