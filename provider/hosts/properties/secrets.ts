import type { Resource } from "../../operations/resource";
import type { Path, Values } from "../../planning/values";

type Facts = Pick<Resource<Values>, "secrets"> & Partial<Pick<Resource<Values>, "echoes" | "filled">>;

/** A kind's own secrets, and properties that may repeat a secret: of an input that the program has marked, or of another resource. */
export function secretsOf(
  { secrets, echoes = {}, filled = {} }: Facts,
  values: Values,
  marked: readonly string[],
): Path[] {
  const echoing = marked.flatMap((input) => echoes[input] ?? []);
  return [...secrets, ...echoing, ...leftToOthers(filled, values)].map((name) => [name]);
}

/** The inputs that another resource fills, because the program leaves them out: what is secret there is secret here. */
function leftToOthers(filled: Readonly<Record<string, readonly string[]>>, values: Values): string[] {
  return Object.entries(filled).flatMap(([input, filledBy]) =>
    values[input] === undefined ? [] : filledBy.filter((name) => values[name] === undefined),
  );
}
