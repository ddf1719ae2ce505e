import type { Values } from "../../kernel/values";
import { allResources } from "../../provider/kinds/kinds";
import { kindOf } from "../../provider/pulumi/type-tokens";
import type { Resource } from "../../provider/session/resource";
import { byText } from "../output/text";

export { type Host, hostOf, kindOf } from "../../provider/pulumi/type-tokens";

const kinds = new Map(allResources.map((resource) => [resource.kind as string, resource]));

/** Every kind of resource. */
export const kindNames: readonly string[] = [...kinds.keys()];

/** Sorts resources in the order of reports. */
export function byKindAndName(a: Listed, b: Listed): number {
  return byText(a.kind, b.kind) || byText(a.name, b.name);
}

interface Listed {
  readonly kind: string;
  readonly name: string;
}

/** Returns the item of another kind that a resource manages now, such as the pod of a task that has not ended. */
export function heldItem(
  type: string,
  outputs: Values = {},
): { readonly kind: string; readonly id: string } | undefined {
  const { holds } = resourceOf(type) ?? {};
  const id = holds && outputs[holds.while] === true ? outputs[holds.id] : undefined;
  return holds === undefined || typeof id !== "string" ? undefined : { kind: holds.kind, id };
}

/** Whether a resource of this kind makes items of another kind, as a task makes pods. */
export function makes(kind: string, itemKind: string): boolean {
  return kinds.get(kind)?.holds?.kind === itemKind;
}

/** Returns the resource of a type token, or `undefined` for a type of another provider. */
export function resourceOf(type: string): Resource<Values> | undefined {
  return kinds.get(kindOf(type) ?? "");
}
