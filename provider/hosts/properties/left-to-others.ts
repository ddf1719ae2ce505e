import type { Values } from "../../planning/values";

/** The inputs that another resource fills, because the program leaves them out: what is secret there is secret here. */
export function leftToOthers(filled: Readonly<Record<string, readonly string[]>>, values: Values): string[] {
  return Object.entries(filled).flatMap(([input, filledBy]) =>
    values[input] === undefined ? [] : filledBy.filter((name) => values[name] === undefined),
  );
}
