import { isDeepStrictEqual } from "node:util";
import { isRecord } from "./values";

export interface ChangedKeys {
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Of an input that is a map: one that equals an empty one when it is left out. */
export function changedKeys(
  { unset }: { readonly unset?: unknown },
  before: unknown,
  after: unknown,
): { readonly keys?: ChangedKeys } {
  const [olds, news] = [before ?? unset, after ?? unset];
  if (!isRecord(unset) || !isRecord(olds) || !isRecord(news)) return {};
  const [old, now] = [Object.keys(olds), Object.keys(news)];
  return {
    keys: {
      changed: now.filter((key) => Object.hasOwn(olds, key) && !isDeepStrictEqual(olds[key], news[key])),
      added: now.filter((key) => !Object.hasOwn(olds, key)),
      removed: old.filter((key) => !Object.hasOwn(news, key)),
    },
  };
}
