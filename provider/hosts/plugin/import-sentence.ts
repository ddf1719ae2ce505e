import { stateCommands } from "../../pulumi/state-commands";
import { hasParent, isDefaultProvider, nameOf, typeOf } from "../properties/urn";

/**
 * Returns a sentence that tells how to import an item of RunPod as this resource with Pulumi, into a state with these
 * URNs. Returns `undefined` if the import would fail: the state already contains the URN during a replacement, several
 * components can be the parent, or an explicit provider may have the item's account.
 */
export function importSentence(urn: string, id: string, urns: readonly string[]): string | undefined {
  if (urns.some((other) => other === urn || isExplicitProvider(other))) return undefined;
  const parents = hasParent(urn) ? parentsIn(urns, urn) : [];
  const [parent] = parents;
  if (hasParent(urn) && (parent === undefined || parents.length > 1)) return undefined;
  return `With Pulumi alone, run: ${stateCommands.import({ type: typeOf(urn), name: nameOf(urn), id, parent, protect: false })}`;
}

function isExplicitProvider(urn: string): boolean {
  return typeOf(urn) === "pulumi:providers:podwright" && !isDefaultProvider(urn);
}

/** Returns the resources that can be the parent. A URN contains only the types of its parents. */
function parentsIn(urns: readonly string[], urn: string): string[] {
  const typesOf = (one: string) => one.split("::").slice(0, 3).join("::");
  return urns.filter((other) => typesOf(urn) === `${typesOf(other)}$${typeOf(urn)}`);
}
