import { hostOf, kindOf } from "../stack/resource-types";
import { placeOf } from "../stack/stack";
import { nameOf } from "../stack/state";
import type { Compared } from "./comparing/compare";
import type { HeldTwice } from "./report";

/** A resource in a state, and the place that holds it. */
export interface Holding {
  readonly kind: string;
  readonly id: string;
  /** `web of production`. */
  readonly holder: string;
}

/** Podwright's resources in the compared states. A job is no resource on the account. */
export function holdingsOf(compared: readonly Compared[]): Holding[] {
  return compared.flatMap(({ resources, drift }) =>
    resources.flatMap(({ type, id, urn }) => {
      const kind = kindOf(type);
      const isHeld = hostOf(type) !== undefined && kind !== undefined && id !== undefined && kind !== "Job";
      return isHeld ? [{ kind, id, holder: `${nameOf(urn)} of ${placeOf(drift)}` }] : [];
    }),
  );
}

/**
 * Returns the items that several resources manage, in one stack or in several stacks. If one of them is destroyed or
 * replaced, all of them lose the item.
 */
export function heldTwice(holdings: readonly Holding[], elsewhere: ReadonlyMap<string, string>): HeldTwice[] {
  const found = new Map<string, HeldTwice & { holders: string[] }>();
  for (const { kind, id, holder } of holdings) {
    const key = `${kind} ${id}`;
    const other = elsewhere.get(key);
    const entry = found.get(key) ?? { kind, id, holders: other === undefined ? [] : [other] };
    entry.holders.push(holder);
    found.set(key, entry);
  }
  return [...found.values()].filter(({ holders }) => holders.length > 1);
}
