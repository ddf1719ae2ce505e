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
    const wanted = key === "env" ? wantedEnv(live.env, change) : (news[key] ?? row.unset);
    const asked = !sameMeaning(row, olds[key], news[key]) || (key in state && !sameMeaning(row, state[key], news[key]));
    return wanted === undefined || !asked || sameMeaning(row, wanted, live[key]) ? [] : [[key, wanted] as const];
  });
  return Object.fromEntries(entries);
}

/** The platform replaces `env` whole, so what it added itself is sent along. */
function wantedEnv(live: unknown, { olds, news, state }: Change<unknown>): Values {
  const [before, after] = [olds, news].map((inputs) => (inputs as Values).env as Values | undefined);
  const declared = { ...(state.env as Values | undefined), ...before };
  const foreign = Object.entries((live ?? {}) as Values).filter(([key]) => !(key in declared));
  return { ...Object.fromEntries(foreign), ...after };
}

/** The row about a top-level input; one that only its parts have rows for means nothing when left out. */
export function rowOf<Inputs>(
  table: ChangeTable<Inputs>,
  name: string,
): Pick<Row<Change<Inputs>>, "unset" | "compare"> {
  return table.rows.find(({ path }) => path === name) ?? {};
}
