import { pick, type Values } from "../values/values";
import { sameMeaning } from "./changes";
import type { Change, ChangeTable, RowFacts } from "./rules";

/** The inputs that a create sends, under their own names. */
export function bodyOf({ created, toSend }: Pick<ChangeTable, "created" | "toSend">, inputs: object): Values {
  const body = pick(inputs as Values, created);
  return toSend?.(body, {}, inputs as Values) ?? body;
}

/**
 * The patch that makes the live resource as declared. It holds inputs that the program changed or begins to declare, or
 * that the last update did not reach, as far as they differ from the live values. So a repeated update sends nothing. An
 * input that is left out is sent as its `unset` value; without one it stays.
 */
export function patchOf(table: ChangeTable, reported: Values, change: Change): Values {
  const { olds, news, state } = change;
  const live = table.inForm?.(reported, { ...state, ...olds, ...news }) ?? reported;
  const entries = table.updatable.flatMap((key) => {
    const row = rowOf(table, key);
    const wanted = row.platformKeys === undefined ? (news[key] ?? row.unset) : wantedKeys(key, live[key], change);
    const isUnwanted = wanted === undefined || isLeftAlone(row, key, change);
    return isUnwanted || sameMeaning(row, wanted, live[key]) ? [] : [[key, wanted] as const];
  });
  const patch = Object.fromEntries(entries);
  return table.toSend?.(patch, reported, news) ?? patch;
}

/** Whether the program neither changed nor begins to declare the input, and the last update did not miss it. */
function isLeftAlone(row: RowFacts, key: string, { olds, news, state }: Change): boolean {
  if (olds[key] === undefined && news[key] !== undefined) return false;
  return sameMeaning(row, olds[key], news[key]) && !(key in state && !sameMeaning(row, state[key], news[key]));
}

/** The keys of a map that the update leaves alone, with the program's values. */
function keysLeftAlone(name: string, { olds, news, state }: Change): Values {
  const [recorded, before, after] = [state, olds, news].map((values) => values[name] as Values | undefined);
  const entries = Object.entries(after ?? {});
  return Object.fromEntries(entries.filter(([key, value]) => value === before?.[key] && value === recorded?.[key]));
}

/** RunPod replaces the whole map, so the patch repeats outside additions and changes. */
function wantedKeys(name: string, live: unknown, change: Change): Values {
  const [recorded, before, after] = [change.state, change.olds, change.news].map((values) => values[name] as Values);
  const ours = { ...recorded, ...before, ...after };
  const left = keysLeftAlone(name, change);
  const isOurs = ([key]: readonly [string, unknown]) => Object.hasOwn(ours, key) && !Object.hasOwn(left, key);
  const others = Object.entries((live ?? {}) as Values).filter((entry) => !isOurs(entry));
  return Object.fromEntries([...others, ...Object.entries(after ?? {}).filter(isOurs)]);
}

/**
 * The outputs of an update. An input that it left alone keeps the program's value, even after an outside change.
 * Otherwise the next update would take it for missed and overwrite it without a word in the preview. A refresh shows it.
 */
export function outputsAfter(table: ChangeTable, outputs: Values, change: Change): Values {
  const { news, state } = change;
  const kept = table.updatable.flatMap((key) => {
    const row = rowOf(table, key);
    if (![outputs, news, state].every((values) => key in values)) return [];
    if (row.platformKeys !== undefined) {
      return [[key, { ...(outputs[key] as Values), ...keysLeftAlone(key, change) }] as const];
    }
    return isLeftAlone(row, key, change) ? [[key, news[key]] as const] : [];
  });
  return { ...outputs, ...Object.fromEntries(kept) };
}

/** The row of a top-level input. If only its parts have rows, leaving it out means nothing. */
export function rowOf(table: ChangeTable, name: string): RowFacts {
  return table.rows.find(({ path }) => path === name) ?? {};
}
