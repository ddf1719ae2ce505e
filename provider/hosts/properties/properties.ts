import type { Resource } from "../../operations/resource";
import type { Difference } from "../../planning/rules";
import { pick, type Values } from "../../planning/values";

/** Of all that is recorded, what a program gives. */
export function inputsIn({ inputs }: Pick<Resource<Values>, "inputs">, values: Values): Values {
  return pick(values, Object.keys(inputs.schema.shape));
}

/** Without what hosts keep beside the properties, which no display shows and no comparison sees. */
export function withoutHidden(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith("__")));
}

/** The properties in which something differs, each named once, as the engine wants them. */
export function topLevel(differences: readonly Pick<Difference, "path">[]): string[] {
  return [...new Set(differences.map(({ path }) => String(path[0])))];
}
