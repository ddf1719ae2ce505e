import { stateCommands } from "../../provider/pulumi/state-commands";
import { hostOf, kindOf } from "../stack/resource-types";
import { type ExportedState, nameOf, resourcesIn, type StateResource } from "../stack/state";
import { type Configuration, withPresentReferences } from "./references";
import type { Returning } from "./returning";
import { place, refersTo } from "./settle";

/** Adds the resources to a state. Each resource keeps its references to resources that the state still contains. */
export function withReturned(
  state: ExportedState,
  returning: readonly Returning[],
  configuration: Configuration,
): ExportedState {
  let resources = resourcesIn(state);
  for (const one of inOrder(returning)) {
    const taken = resources.find((other) => isInstead(other, one));
    if (taken !== undefined) {
      throw new Error(
        `Podwright did not write ${one.id} into the state, because the state contains ${taken.id ?? "another resource"} as ${one.name}. ` +
          `\`${stateCommands.forget(taken.urn, taken.protect)}\` removes that from the state and leaves it on RunPod`,
      );
    }
    const present = withPresentReferences(one.entry, resources, configuration);
    resources = place(present.resources, present.resource);
  }
  return { ...state, deployment: { ...state.deployment, resources } };
}

/** Sorts a resource behind those to which it refers. */
function inOrder(returning: readonly Returning[]): readonly Returning[] {
  const left = [...returning];
  const sorted: Returning[] = [];
  while (left.length > 0) {
    const free = left.findIndex((one) => !left.some((other) => other !== one && refersTo(one.entry, other.entry.urn)));
    sorted.push(...left.splice(Math.max(0, free), 1));
  }
  return sorted;
}

/** Returns whether the state has another resource in this place. A stack may have moved to the other host since. */
function isInstead(other: StateResource, { kind, name, entry }: Returning): boolean {
  if (other.delete === true) return false;
  const isMoved =
    kindOf(other.type) === kind && nameOf(other.urn) === name && hostOf(other.type) !== hostOf(entry.type);
  return other.urn === entry.urn || isMoved;
}
