import type { Path, Values } from "../../../kernel/values";
import { formerPlace } from "../../planning/baseline";
import type { Resource } from "../../session/resource";

type Facts = Pick<Resource<Values>, "secrets"> & Partial<Pick<Resource<Values>, "echoes" | "filled">>;

/**
 * Returns the paths of the secrets that the kind declares. It adds properties that may repeat a marked input or a
 * secret of another resource.
 */
export function secretsOf(
  { secrets, echoes = {}, filled = {} }: Facts,
  values: Values,
  marked: readonly string[],
): Path[] {
  const echoing = marked.flatMap((input) => echoes[input] ?? []);
  const names = [...secrets, ...echoing, ...leftToOthers(filled, values)];
  return names.flatMap((name) => [[name], [...formerPlace, name]]);
}

/**
 * Returns the places in the baseline of recorded outputs that are secret, for example by `additionalSecretOutputs`. The
 * engine marks such an output again, but not its former value.
 */
export function formerSecrets(marked: readonly Path[]): Path[] {
  return marked.map((path) => (path[0] === formerPlace[0] ? [...path] : [...formerPlace, ...path]));
}

/**
 * Returns the inputs that another resource fills because the program leaves them out. Their values may contain secrets
 * of that resource.
 */
function leftToOthers(filled: Readonly<Record<string, readonly string[]>>, values: Values): string[] {
  return Object.entries(filled).flatMap(([input, filledBy]) =>
    values[input] === undefined ? [] : filledBy.filter((name) => values[name] === undefined),
  );
}
