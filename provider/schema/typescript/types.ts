import * as z from "zod";
import * as core from "zod/v4/core";
import { namesOf } from "../names";
import { descriptionOf, titleOf, typeName, unwrap } from "../package/types";

type Schema = z.core.$ZodType;

/** Whether a program gives the value or gets it. Each part of a given value may be another resource's output. */
export type Side = "given" | "got" | "plain";

/** One property of an interface or class, as TypeScript declares it. */
export interface Member {
  readonly name: string;
  readonly doc: string | undefined;
  readonly isOptional: boolean;
  readonly type: string;
}

/** Writes zod schemas as TypeScript types. Objects get names from their first place. */
export class TypeScriptTypes {
  readonly #named = new Map<string, { readonly schema: Schema; readonly text: string }>();

  /** Every interface met so far. */
  get interfaces(): readonly string[] {
    return [...this.#named.values()].map(({ text }) => text);
  }

  members(owner: string, schema: z.core.$ZodObject, side: Side, path: readonly (string | number)[] = []): Member[] {
    return Object.entries(schema._zod.def.shape).map(([name, property]) => {
      const { isOptional, default: filled } = unwrap(property);
      return {
        name,
        doc: documentationOf(property),
        // A property with a default is present once `check` has filled it in.
        isOptional: isOptional && !(side === "got" && filled !== undefined),
        type: this.type(owner, property, side, [...path, name]),
      };
    });
  }

  type(owner: string, wrapped: Schema, side: Side, path: readonly (string | number)[]): string {
    const { schema, isNullable } = unwrap(wrapped);
    const bare = this.#bare(owner, schema, side, path);
    return isNullable ? `${bare} | null` : bare;
  }

  #bare(owner: string, schema: Schema, side: Side, path: readonly (string | number)[]): string {
    const inner = (of: Schema, part: string | number) => this.#item(owner, of, side, [...path, part]);
    if (schema instanceof core.$ZodString) {
      const names = side === "got" ? undefined : namesOf(schema);
      return names === undefined ? "string" : this.#openUnion(names);
    }
    if (schema instanceof core.$ZodNumber) return "number";
    if (schema instanceof core.$ZodBoolean) return "boolean";
    if (schema instanceof core.$ZodUnknown) return "unknown";
    if (schema instanceof core.$ZodArray)
      return `${side === "got" ? "" : "readonly "}${parenthesized(inner(schema._zod.def.element, 0))}[]`;
    if (schema instanceof core.$ZodRecord) {
      const map = `Record<string, ${inner(schema._zod.def.valueType, "")}>`;
      return side === "got" ? map : `Readonly<${map}>`;
    }
    if (schema instanceof core.$ZodEnum) {
      // RunPod may later report names that this version does not know.
      if (side === "got") return "string";
      return Object.values(schema._zod.def.entries)
        .map((value) => JSON.stringify(value))
        .join(" | ");
    }
    if (schema instanceof core.$ZodObject) return this.#interface(owner, schema, side, path);
    throw new Error(`${owner}.${path.join(".")}: there is no TypeScript type for zod's "${schema._zod.def.type}"`);
  }

  /** Editors offer the names, and the compiler accepts any other text. */
  #openUnion(schema: z.core.$ZodEnum): string {
    const name = titleOf(schema) ?? "";
    const values = Object.values(schema._zod.def.entries).map((value) => `  | ${JSON.stringify(value)}`);
    const lines = [...comment(descriptionOf(schema)), `export type ${name} =`, ...values, "  | (string & {});"];
    this.#named.set(name, { schema, text: lines.join("\n") });
    return name;
  }

  /** The items of a list or a map. */
  #item(owner: string, schema: Schema, side: Side, path: readonly (string | number)[]): string {
    const type = this.type(owner, schema, side, path);
    return side === "given" && type !== "unknown" ? `Input<${type}>` : type;
  }

  #interface(owner: string, schema: z.core.$ZodObject, side: Side, path: readonly (string | number)[]): string {
    const suffix = side === "given" ? "Args" : "";
    const shared = [...this.#named].find(
      ([name, other]) => other.schema === schema && name.endsWith("Args") === (suffix !== ""),
    );
    if (shared !== undefined) return shared[0];
    const name = `${titleOf(schema) ?? typeName(owner, path)}${suffix}`;
    if (this.#named.has(name)) throw new Error(`two types are called ${name}`);
    this.#named.set(name, { schema, text: "" });
    this.#named.set(name, { schema, text: interfaceText(name, this.members(owner, schema, side, path), side) });
    return name;
  }
}

/** An exported interface. A property that a program gives may be an output. */
export function interfaceText(name: string, members: readonly Member[], side: Side): string {
  const lines = members.flatMap(({ name: key, doc, isOptional, type }) => {
    const value = side === "given" && type !== "unknown" ? `Input<${type}>` : type;
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

function documentationOf(property: Schema): string | undefined {
  const { deprecation } = z.globalRegistry.get(property) ?? {};
  const description = descriptionOf(property);
  return typeof deprecation === "string" ? `${description ?? ""} @deprecated ${deprecation}` : description;
}
