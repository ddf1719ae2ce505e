import { allResources } from "../../provider/kinds/kinds";
import type { Resource } from "../../provider/session/resource";
import type { Values } from "../../provider/values/values";
import { byText } from "../output/text";

const kinds = new Map(allResources.map((resource) => [resource.kind as string, resource]));

/** Every kind of resource. */
export const kindNames: readonly string[] = [...kinds.keys()];

export type Host = "dynamic" | "plugin";

const tokens: readonly (readonly [Host, RegExp])[] = [
  ["dynamic", /^pulumi-nodejs:dynamic\/podwright:(\w+)$/],
  ["plugin", /^podwright:index:(\w+)$/],
];

/** Returns the host of a resource of this type, or `undefined` for a type of another provider. */
export function hostOf(type: string): Host | undefined {
  return tokens.find(([, token]) => token.test(type))?.[0];
}

/**
 * Returns the kind of a type token, such as `Pod` for the pods of both hosts, or `undefined` for a type of another
 * provider.
 */
export function kindOf(type: string): string | undefined {
  return tokens.map(([, token]) => token.exec(type)?.[1]).find((kind) => kind !== undefined);
}

/** Sorts resources in the order of reports. */
export function byKindAndName(a: Listed, b: Listed): number {
  return byText(a.kind, b.kind) || byText(a.name, b.name);
}

interface Listed {
  readonly kind: string;
  readonly name: string;
}

/** Returns the resource of a type token, or `undefined` for a type of another provider. */
export function resourceOf(type: string): Resource<Values> | undefined {
  return kinds.get(kindOf(type) ?? "");
}
