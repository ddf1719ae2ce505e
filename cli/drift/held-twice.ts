import { hasItem } from "../../provider/kinds/kinds";
import { stateCommands } from "../../provider/pulumi/state-commands";
import { placeOf } from "../stack/place";
import { hostOf, kindOf } from "../stack/resource-types";
import { nameOf } from "../stack/state";
import type { Compared } from "./comparing/compare";
import type { HeldTwice } from "./report";

/** A resource on RunPod, and the Pulumi resource that manages it. */
export interface Holding {
  readonly kind: string;
  readonly id: string;
  /** The logical name and the stack, such as `web of production`. */
  readonly holder: string;
  /** The command that removes the resource from the state. Absent if Podwright did not compare the stack. */
  readonly forget?: string | undefined;
}

/**
 * Returns Podwright's resources in the compared states, without work that ends, because it does not stay on RunPod.
 */
export function holdingsOf(compared: readonly Compared[]): Holding[] {
  return compared.flatMap(({ resources, drift, stack }) =>
    resources.flatMap(({ type, id, urn, protect }) => {
      const kind = kindOf(type);
      const isHeld = hostOf(type) !== undefined && kind !== undefined && id !== undefined && hasItem(kind);
      if (!isHeld) return [];
      const forget = stack.commandLine(stateCommands.forget(urn, protect));
      return [{ kind, id, holder: `${nameOf(urn)} of ${placeOf(drift)}`, forget }];
    }),
  );
}

/**
 * Returns the items on RunPod that several Pulumi resources manage, in one stack or in several stacks. If Pulumi
 * destroys or replaces one of these resources, all of them lose the item.
 */
export function heldTwice(holdings: readonly Holding[], elsewhere: ReadonlyMap<string, string>): HeldTwice[] {
  const found = new Map<string, HeldTwice & { holders: string[]; forget: string[] }>();
  for (const { kind, id, holder, forget } of holdings) {
    const key = `${kind} ${id}`;
    const other = elsewhere.get(key);
    const entry = found.get(key) ?? { kind, id, holders: other === undefined ? [] : [other], forget: [] };
    entry.holders.push(holder);
    if (forget !== undefined) entry.forget.push(forget);
    found.set(key, entry);
  }
  return [...found.values()].filter(({ holders }) => holders.length > 1);
}
