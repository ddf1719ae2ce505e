import type { CommandContext } from "../context";
import { paintFor } from "./style";
import { pad, widthOf } from "./width";

/** Facts about one thing, a line each. Those without a value are left out. */
export function recordOf(
  facts: readonly (readonly [label: string, value: string | undefined])[],
  { colors }: Pick<CommandContext, "colors">,
): string {
  const paint = paintFor(colors?.out);
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
  const width = Math.max(0, ...known.map(([label]) => widthOf(label)));
  return known.map(([label, value]) => `${paint("heading", pad(label, width, "left"))}  ${value}\n`).join("");
}
