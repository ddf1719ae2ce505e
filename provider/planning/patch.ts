import { pick, present, type Values } from "../../kernel/values";
import type { ChangeTable, RowFacts } from "./rules";
import { isLeftAlone, keysLeftAlone, sentValue, type Truths } from "./truths";

/** Returns the inputs that a create sends under their own names. */
export function bodyOf({ created, toSend }: Pick<ChangeTable, "created" | "toSend">, inputs: object): Values {
  const body = pick(inputs as Values, created);
  return toSend?.(body, {}, inputs as Values) ?? body;
}

/**
 * Returns the patch that makes the live resource match the program. The patch contains inputs that the program changed
 * or begins to declare, and inputs that the last update did not reach. It omits inputs whose live value already
 * matches, so a repeated update sends nothing. For an absent input, the patch contains the input's `unset` value, or
 * nothing if the input has no such value.
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
 * Returns the outputs of an update. An input that the update left alone keeps the program's value, even after an
 * outside change. Otherwise the next update would treat the outside change as unfinished work and overwrite it without
 * a notice in the preview. A refresh shows the change.
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

/** Returns the row of a top-level input, or an empty row if only its parts have rows. */
export function rowOf(table: ChangeTable, name: string): RowFacts {
  return table.rows.find(({ path }) => path === name) ?? {};
}
