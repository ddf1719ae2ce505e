import { type ChangeTable, sameMeaning } from "./changes";
import { rowOf } from "./patch";
import type { Values } from "./values";

/**
 * Lays what is live over the inputs a program gave. Inputs it did not give stay out; one that means the same as what
 * is live keeps the program's way of writing it; those the platform never answers keep their value.
 */
export function project<Inputs>(table: ChangeTable<Inputs>, declared: Values, live: Values): Values {
  const entries = Object.entries(declared).map(([name, value]) => {
    if (live[name] === undefined) return [name, value] as const;
    return [name, sameMeaning(rowOf(table, name), value, live[name]) ? value : live[name]] as const;
  });
  return Object.fromEntries(entries);
}

/** The live value of each declared key: the platform adds keys of its own, which are nobody's drift. */
export function projectKeys(
  declared: Readonly<Record<string, unknown>> | undefined,
  live: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  if (declared === undefined) return undefined;
  const kept = Object.keys(declared).flatMap((key) => {
    const value = live[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(kept);
}

/** Everything that can be declared of what is live: what an import finds. What means the same as leaving it out is. */
export function importable<Inputs>(table: ChangeTable<Inputs>, live: Values): Values {
  const entries = Object.entries(live).filter(
    ([name, value]) => value !== undefined && value !== null && !sameMeaning(rowOf(table, name), value, undefined),
  );
  return Object.fromEntries(entries);
}
