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

/** The host that carries a resource of this type; `undefined` for a type of another provider. */
export function hostOf(type: string): Host | undefined {
  return tokens.find(([, token]) => token.test(type))?.[0];
}

/** The kind behind a type token, `Pod` for both hosts' pods; `undefined` for a type of another provider. */
export function kindOf(type: string): string | undefined {
  return tokens.map(([, token]) => token.exec(type)?.[1]).find((kind) => kind !== undefined);
}

/** The order in which reports list resources. */
export function byKindAndName(a: Listed, b: Listed): number {
  return byText(a.kind, b.kind) || byText(a.name, b.name);
}

interface Listed {
  readonly kind: string;
  readonly name: string;
}

/** The resource behind a type token; `undefined` for a type of another provider. */
export function resourceOf(type: string): Resource<Values> | undefined {
  return kinds.get(kindOf(type) ?? "");
}
