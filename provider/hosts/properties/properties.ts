import { pick, type Values } from "../../../kernel/values";
import type { Difference } from "../../planning/rules";
import type { Resource } from "../../session/resource";

/** Returns the program's inputs from all recorded values. */
export function inputsIn({ inputs }: Pick<Resource<Values>, "inputs">, values: Values): Values {
  return pick(values, Object.keys(inputs.schema.shape));
}

/** Removes the hosts' hidden values, which Podwright never shows or compares. */
export function withoutHidden(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith("__")));
}

/** Returns the name of each differing property once, as the engine requires. */
export function topLevel(differences: readonly Pick<Difference, "path">[]): string[] {
  return [...new Set(differences.map(({ path }) => String(path[0])))];
}
