import { sameMeaning } from "./changes";
import type { Change, ChangeTable, RowFacts } from "./rules";
import { pick, type Values } from "./values";

/** What a create sends of the inputs, under their own names. */
export function bodyOf({ created, toSend }: Pick<ChangeTable, "created" | "toSend">, inputs: object): Values {
  const body = pick(inputs as Values, created);
  return toSend?.(body, {}, inputs as Values) ?? body;
}

/**
 * What an update sends so that the live resource becomes as declared: the inputs that the program changed or that the last
 * update did not reach, as far as they differ from the live values. A repeated update therefore sends nothing. An input
 * that is left out is sent as its `unset` value; without one it stays.
 */
export function patchOf(table: ChangeTable, reported: Values, change: Change): Values {
  const { olds, news, state } = change;
  const live = table.inForm?.(reported, { ...state, ...olds, ...news }) ?? reported;
  const entries = table.updatable.flatMap((key) => {
    const row = rowOf(table, key);
    const wanted = row.platformKeys === undefined ? (news[key] ?? row.unset) : wantedKeys(key, live[key], change);
    const requested =
      !sameMeaning(row, olds[key], news[key]) || (key in state && !sameMeaning(row, state[key], news[key]));
    return wanted === undefined || !requested || sameMeaning(row, wanted, live[key]) ? [] : [[key, wanted] as const];
  });
  const patch = Object.fromEntries(entries);
  return table.toSend?.(patch, reported, news) ?? patch;
}

/** The platform replaces the map whole, so what it or others added is sent along. */
function wantedKeys(name: string, live: unknown, { olds, news, state }: Change): Values {
  const [recorded, before, after] = [state, olds, news].map((values) => values[name] as Values | undefined);
  const declared = { ...recorded, ...before };
  const foreign = Object.entries((live ?? {}) as Values).filter(([key]) => !Object.hasOwn(declared, key));
  return { ...Object.fromEntries(foreign), ...after };
}

/** The row of a top-level input; where only its parts have rows, leaving it out means nothing. */
export function rowOf(table: ChangeTable, name: string): RowFacts {
  return table.rows.find(({ path }) => path === name) ?? {};
}
