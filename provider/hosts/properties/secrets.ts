import type { Resource } from "../../session/resource";
import type { Path, Values } from "../../values/values";

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
  return [...secrets, ...echoing, ...leftToOthers(filled, values)].map((name) => [name]);
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
