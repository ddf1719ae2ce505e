import { sameMeaning } from "./changes";
import type { Change, ChangeTable, RowFacts } from "./rules";
import { pick, type Values } from "./values";

/** What a create sends of the inputs, under their own names. */
export function bodyOf({ created }: Pick<ChangeTable, "created">, inputs: object): Values {
  return pick(inputs as Values, created);
}

/**
 * What must be sent so that the live resource becomes what the program says: of the inputs that an update sends, those
 * the program changed or that were not reached last time, and of those only the ones that differ from what is live. A
 * repeated update therefore sends nothing. An input that is left out is sent as the value that means so; some have none
 * and stay.
 */
export function patchOf(table: ChangeTable, live: Values, change: Change): Values {
  const { olds, news, state } = change;
  const entries = table.updatable.flatMap((key) => {
    const row = rowOf(table, key);
    const wanted = row.platformKeys === undefined ? (news[key] ?? row.unset) : wantedKeys(key, live[key], change);
    const requested =
      !sameMeaning(row, olds[key], news[key]) || (key in state && !sameMeaning(row, state[key], news[key]));
    return wanted === undefined || !requested || sameMeaning(row, wanted, live[key]) ? [] : [[key, wanted] as const];
  });
  return Object.fromEntries(entries);
}

/** The platform replaces the map whole, so what it or others added is sent along. */
function wantedKeys(name: string, live: unknown, { olds, news, state }: Change): Values {
  const [recorded, before, after] = [state, olds, news].map((values) => values[name] as Values | undefined);
  const declared = { ...recorded, ...before };
  const foreign = Object.entries((live ?? {}) as Values).filter(([key]) => !Object.hasOwn(declared, key));
  return { ...Object.fromEntries(foreign), ...after };
}

/** The row about a top-level input; one that only its parts have rows for means nothing when left out. */
export function rowOf(table: ChangeTable, name: string): RowFacts {
  return table.rows.find(({ path }) => path === name) ?? {};
}
