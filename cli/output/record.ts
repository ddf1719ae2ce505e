import { plainLines } from "../../kernel/plain-text";
import { type Display, paintFor, type Style } from "./style";
import { pad, widthOf } from "./text";

export type Fact = readonly [label: string, value: string | undefined, style?: Style | undefined];

/** Renders each fact on a line. Leaves out facts without a value. */
export function recordOf(facts: readonly Fact[], { colors }: Pick<Display, "colors">): string {
  const paint = paintFor(colors?.out);
  const known = facts.flatMap(([label, value, style]) =>
    value === undefined ? [] : [{ label, value: plainLines(value), style }],
  );
  const width = Math.max(0, ...known.map(({ label }) => widthOf(label)));
  return known
    .map(({ label, value, style }) => {
      const shown = style === undefined ? value : paint(style, value);
      return `${paint("heading", pad(label, width, "left"))}  ${shown}\n`;
    })
    .join("");
}
