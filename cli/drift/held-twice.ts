import { hostOf, kindOf } from "../stack/resource-types";
import { keyOf } from "../stack/siblings";
import { placeOf } from "../stack/stack";
import { nameOf } from "../stack/state";
import type { Compared } from "./compare";
import type { HeldTwice } from "./report";

/** Ids that several resources hold, in one stack or in several: the next destroy or replacement of one deletes it for all. */
export function heldTwice(compared: readonly Compared[], elsewhere: ReadonlyMap<string, string>): HeldTwice[] {
  const found = new Map<string, HeldTwice & { holders: string[] }>();
  for (const { resources, drift } of compared) {
    for (const one of resources) {
      const { type, id, urn } = one;
      const kind = kindOf(type);
      if (hostOf(type) === undefined || kind === undefined || id === undefined || kind === "Job") continue;
      const other = elsewhere.get(keyOf(one));
      const entry = found.get(keyOf(one)) ?? { kind, id, holders: other === undefined ? [] : [other] };
      entry.holders.push(`${nameOf(urn)} of ${placeOf(drift)}`);
      found.set(keyOf(one), entry);
    }
  }
  return [...found.values()].filter(({ holders }) => holders.length > 1);
}
