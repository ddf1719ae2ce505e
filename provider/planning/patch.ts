import { pick, present, type Values } from "../values/values";
import type { ChangeTable, RowFacts } from "./rules";
import { isLeftAlone, keysLeftAlone, sentValue, type Truths } from "./truths";

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
export function patchOf(table: ChangeTable, reported: Values, truths: Truths): Values {
  const { olds, news, state } = truths;
  const live = table.inForm?.(reported, { ...state, ...olds, ...news }) ?? reported;
  const entries = table.updatable.map(
    (name) => [name, sentValue(rowOf(table, name), name, truths, live[name])] as const,
  );
  const patch = present(Object.fromEntries(entries));
  return table.toSend?.(patch, reported, news) ?? patch;
}

/**
 * The outputs of an update. An input that it left alone keeps the program's value, even after an outside change.
 * Otherwise the next update would take it for missed and overwrite it without a word in the preview. A refresh shows it.
 */
export function outputsAfter(table: ChangeTable, outputs: Values, truths: Truths): Values {
  const { news, state } = truths;
  const kept = table.updatable.flatMap((name) => {
    const row = rowOf(table, name);
    if (![outputs, news, state].every((values) => name in values)) return [];
    if (row.platformKeys !== undefined) {
      return [[name, { ...(outputs[name] as Values), ...keysLeftAlone(name, truths) }] as const];
    }
    return isLeftAlone(row, name, truths) ? [[name, news[name]] as const] : [];
  });
  return { ...outputs, ...Object.fromEntries(kept) };
}

/** The row of a top-level input. If only its parts have rows, leaving it out means nothing. */
export function rowOf(table: ChangeTable, name: string): RowFacts {
  return table.rows.find(({ path }) => path === name) ?? {};
}
