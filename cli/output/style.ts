import { styleText } from "node:util";
import { oneLine } from "../../kernel/plain-text";
import type { CommandContext } from "../context/context";

/** The role of a text, which decides its colour. On a stream without colours, every text is plain. */
export type Style = "heading" | "error" | "hint" | "faint" | "good" | "bad";

const formats = {
  heading: "bold",
  error: ["bold", "red"],
  hint: "cyan",
  faint: "dim",
  good: "green",
  bad: "red",
} as const;

export type Paint = (style: Style, text: string) => string;

export function paintFor(colors: boolean | undefined): Paint {
  // The context has already determined whether the stream shows colours.
  return (style, text) => (colors ? styleText([...[formats[style]].flat()], text, { validateStream: false }) : text);
}

/** Properties of the output that decide the form of a table or a record. */
export type Display = Pick<CommandContext, "terminal" | "colors">;

/** Formats a line with a coloured label at its beginning, such as `note: …`. */
export function labelled(style: Style, label: string, sentence: string, { colors }: Pick<Display, "colors">): string {
  return `${paintFor(colors?.out)(style, label)} ${oneLine(sentence)}\n`;
}
