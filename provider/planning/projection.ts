import type * as z from "zod";
import { sameMeaning } from "../../kernel/meaning";
import { formatPath, isRecord, type Path, parsePath, pick, type Values } from "../../kernel/values";
import { freshBaseline, undeclaredName, withoutBaseline } from "./baseline";
import { rowOf } from "./patch";
import type { ChangeTable } from "./rules";

/**
 * Returns the declared inputs with their live values, and no other inputs. An input that means the same as the live
 * value keeps the program's form. An input that RunPod never reports keeps its value.
 */
export function project(table: ChangeTable, declared: Values, reported: Values): Values {
  const live = table.inForm?.(reported, declared) ?? reported;
  const entries = Object.entries(declared).map(([name, value]) => {
    const row = rowOf(table, name);
    const shown = row.platformKeys === undefined ? live[name] : projectKeys(value, live[name]);
    if (shown === undefined) return [name, value] as const;
    return [name, sameMeaning(row, value, shown) ? value : shown] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the live value of each declared key. */
function projectKeys(declared: unknown, live: unknown): Values | undefined {
  if (!isRecord(declared) || !isRecord(live)) return undefined;
  return Object.fromEntries(Object.entries(live).filter(([key]) => Object.hasOwn(declared, key)));
}

/** Returns the outputs of unchanged work that has ended: the recorded outputs beside the declared inputs. */
export function recordedOutputs(
  { outputs }: { readonly outputs: z.ZodObject },
  state: Values,
  declared: Values,
): Values {
  return { ...declared, ...pick(state, Object.keys(outputs.shape)) };
}

/** Returns the outputs for the state: the declared inputs, RunPod's values of undeclared inputs, and a fresh baseline. */
export function record(table: ChangeTable, declared: Values, reported: Values): Values {
  const live = table.inForm?.(reported, declared) ?? reported;
  const inputs = project(table, declared, live);
  const undeclared = undeclaredOf(table, declared, live);
  const merged = Object.entries(undeclared).map(([name, value]) => {
    const own = inputs[name];
    return [name, isRecord(own) && isRecord(value) ? { ...value, ...own } : value] as const;
  });
  const paths = Object.entries(undeclared).flatMap(([name, value]): Path[] =>
    rowOf(table, name).platformKeys !== undefined && isRecord(value)
      ? Object.keys(value).map((key) => [name, key])
      : [[name]],
  );
  const listed = { [undeclaredName]: paths.map(formatPath).sort() };
  return { ...inputs, ...Object.fromEntries(merged), ...listed, ...freshBaseline(table, declared, live) };
}

function undeclaredOf(table: ChangeTable, declared: Values, live: Values): Values {
  const entries = table.observed.flatMap((name) => {
    const [value, own] = [live[name], declared[name]];
    if (value === undefined || value === null) return [];
    const { platformKeys } = rowOf(table, name);
    if (platformKeys === undefined || !isRecord(value)) return own === undefined ? [[name, value] as const] : [];
    const foreign = Object.entries(value).filter(
      ([key]) => !platformKeys.test(key) && !(isRecord(own) && Object.hasOwn(own, key)),
    );
    return foreign.length === 0 ? [] : [[name, Object.fromEntries(foreign)] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * Separates recorded outputs into declared and undeclared values. A state without the list comes from a release that
 * recorded only declared inputs.
 */
export function separate({ [undeclaredName]: list = [], ...recorded }: Values): {
  declared: Values;
  undeclared: Values;
} {
  const outputs = withoutBaseline(recorded);
  const paths = Array.isArray(list) ? list.map((path) => parsePath(String(path))) : [];
  return {
    declared: paths.reduce(without, outputs),
    undeclared: paths.reduce((found: Values, path) => copied(outputs, path, found), {}),
  };
}

function without(values: Values, path: Path): Values {
  const [key = "", ...rest] = path;
  const { [key]: inner, ...others } = values;
  if (rest.length === 0 || !isRecord(inner)) return rest.length === 0 ? others : values;
  const left = without(inner, rest);
  return Object.keys(left).length === 0 ? others : { ...values, [key]: left };
}

function copied(from: Values, path: Path, to: Values): Values {
  const [key = "", ...rest] = path;
  const inner = from[key];
  if (rest.length === 0 || !isRecord(inner)) return inner === undefined ? to : { ...to, [key]: inner };
  const beside = to[key];
  return { ...to, [key]: copied(inner, rest, isRecord(beside) ? beside : {}) };
}

/**
 * Returns the live values that an import declares. It skips RunPod's own choices, and values that mean the same as an
 * absent input.
 */
export function importable(table: ChangeTable, reported: Values): Values {
  const live = table.inForm?.(reported, {}) ?? reported;
  const entries = Object.entries(live).filter(([name, value]) => {
    const { removed, chosen, ...row } = rowOf(table, name);
    if (value === undefined || value === null) return false;
    return !sameMeaning({ unset: removed, ...row }, value, undefined) && !sameMeaning(row, value, chosen);
  });
  return Object.fromEntries(entries);
}
