import type * as z from "zod";
import { propertiesOf, type Shape } from "../../../kernel/shape";
import type { Path } from "../../../kernel/values";
import { type Names, namesOf } from "../package/names";
import { withReplacement } from "../package/replacing";
import { typeName } from "../package/types";

/**
 * Direction of a value: a program gives it or gets it. Each part of a given value may be another resource's output, but
 * a `plain` value contains no outputs.
 */
export type Side = "given" | "got" | "plain";

/** The surroundings of a property, which all its parts share. */
interface Within {
  readonly owner: string;
  readonly side: Side;
  readonly replaces: (path: Path) => boolean;
}

/** One property of an interface or class in TypeScript. */
export interface Member {
  readonly name: string;
  readonly doc: string | undefined;
  readonly isOptional: boolean;
  readonly type: string;
}

/** Writes zod schemas as TypeScript types. An object gets its name from the first path that uses it. */
export class TypeScriptTypes {
  readonly #named = new Map<string, { readonly id: number; readonly text: string }>();

  /** All interfaces so far. */
  get interfaces(): readonly string[] {
    return [...this.#named.values()].map(({ text }) => text);
  }

  /** Returns the properties of an object. The description of an input says if a change `replaces` the resource. */
  members(
    owner: string,
    schema: z.core.$ZodObject,
    side: Side,
    replaces: (path: Path) => boolean = () => false,
  ): Member[] {
    return this.#members({ owner, side, replaces }, propertiesOf(schema), []);
  }

  #members(within: Within, parts: Readonly<Record<string, Shape>>, path: Path): Member[] {
    return Object.entries(parts).map(([name, property]) => ({
      name,
      doc: documentationOf(property, within.replaces([...path, name])),
      // An output with a default is always present, because `check` fills it in.
      isOptional: property.isOptional && !(within.side === "got" && property.default !== undefined),
      type: this.#type(within, property, [...path, name]),
    }));
  }

  #type(within: Within, shape: Shape, path: Path): string {
    const bare = this.#bare(within, shape, path);
    return shape.isNullable ? `${bare} | null` : bare;
  }

  #bare(within: Within, shape: Shape, path: Path): string {
    const { owner, side } = within;
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
        const item = this.#item(within, shape.item, [...path, 0]);
        return `${side === "got" ? "" : "readonly "}${parenthesized(item)}[]`;
      }
      case "map": {
        const map = `Record<string, ${this.#item(within, shape.item, [...path, ""])}>`;
        return side === "got" ? map : `Readonly<${map}>`;
      }
      case "enum":
        // RunPod may report names that this version does not know.
        return side === "got" ? "string" : shape.values.map((value) => JSON.stringify(value)).join(" | ");
      case "object": {
        const { id, title = typeName(owner, path) } = shape.own;
        return this.#interface(title, id, side, this.#members(within, shape.properties, path));
      }
      default:
        return shape.type;
    }
  }

  /** Returns a type that accepts any text. Editors suggest the known names. */
  #openUnion({ title, description, values }: Names): string {
    const names = values.map((value) => `  | ${JSON.stringify(value)}`);
    const lines = [...comment(description), `export type ${title} =`, ...names, "  | (string & {});"];
    this.#named.set(title, { id: 0, text: lines.join("\n") });
    return title;
  }

  /** Returns the type of the items of a list or a map. */
  #item(within: Within, shape: Shape, path: Path): string {
    const type = this.#type(within, shape, path);
    return within.side === "given" && type !== "unknown" ? `Input<${type}>` : type;
  }

  /** Returns the name of an interface. The same zod schema with the same descriptions always gives the same interface. */
  #interface(title: string, id: number, side: Side, members: readonly Member[]): string {
    const suffix = side === "given" ? "Args" : "";
    const textOf = (name: string) => interfaceText(name, members, side);
    const shared = [...this.#named].find(([name, other]) => other.id === id && other.text === textOf(name));
    if (shared !== undefined) return shared[0];
    const name = `${title}${suffix}`;
    if (this.#named.has(name)) throw new Error(`two types are called ${name}`);
    this.#named.set(name, { id, text: textOf(name) });
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

function documentationOf({ description, deprecation }: Shape, willReplace: boolean): string | undefined {
  const text = withReplacement(description, willReplace);
  return deprecation === undefined ? text : `${text ?? ""} @deprecated ${deprecation}`;
}
