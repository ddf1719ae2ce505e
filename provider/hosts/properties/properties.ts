import type { Difference } from "../../planning/rules";
import type { Resource } from "../../session/resource";
import { pick, type Values } from "../../values/values";

/** The program's inputs among all recorded values. */
export function inputsIn({ inputs }: Pick<Resource<Values>, "inputs">, values: Values): Values {
  return pick(values, Object.keys(inputs.schema.shape));
}

/** Removes the hosts' hidden values, which no display shows and no comparison sees. */
export function withoutHidden(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith("__")));
}

/** The properties with a difference, each named once, as the engine wants them. */
export function topLevel(differences: readonly Pick<Difference, "path">[]): string[] {
  return [...new Set(differences.map(({ path }) => String(path[0])))];
}
