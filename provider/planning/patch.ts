import { type Change, type ChangeTable, type Row, sameMeaning } from "./changes";
import type { Values } from "./values";

/**
 * What must be sent so that the live resource becomes what the program says: of `keys`, those the program changed or
 * that were not reached last time, and of those only the ones that differ from what is live. A repeated update
 * therefore sends nothing. An input that is left out is sent as the value that means so; some have none and stay.
 */
export function patchOf<Inputs>(
  table: ChangeTable<Inputs>,
  keys: readonly string[],
  live: Values,
  change: Change<Inputs>,
): Values {
  const olds = change.olds as Values;
  const news = change.news as Values;
  const { state } = change;
  const entries = keys.flatMap((key) => {
    const row = rowOf(table, key);
    const wanted = row.platformKeys === undefined ? (news[key] ?? row.unset) : wantedKeys(key, live[key], change);
    const asked = !sameMeaning(row, olds[key], news[key]) || (key in state && !sameMeaning(row, state[key], news[key]));
    return wanted === undefined || !asked || sameMeaning(row, wanted, live[key]) ? [] : [[key, wanted] as const];
  });
  return Object.fromEntries(entries);
}

/** The platform replaces the map whole, so what it or others added is sent along. */
function wantedKeys(name: string, live: unknown, { olds, news, state }: Change<unknown>): Values {
  const [before, after] = [olds, news].map((inputs) => (inputs as Values)[name] as Values | undefined);
  const declared = { ...(state[name] as Values | undefined), ...before };
  const foreign = Object.entries((live ?? {}) as Values).filter(([key]) => !Object.hasOwn(declared, key));
  return { ...Object.fromEntries(foreign), ...after };
}

/** The row about a top-level input; one that only its parts have rows for means nothing when left out. */
export function rowOf<Inputs>(
  table: ChangeTable<Inputs>,
  name: string,
): Pick<Row<Change<Inputs>>, "unset" | "removed" | "compare" | "platformKeys"> {
  return table.rows.find(({ path }) => path === name) ?? {};
}
