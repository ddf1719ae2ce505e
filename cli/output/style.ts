import { styleText } from "node:util";
import { oneLine } from "../../client/values/plain-text";
import type { CommandContext } from "../context/context";

/** The role of a text, shown as a colour; a stream without colours gets plain text. */
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

/** The properties of the output that a table or a record depends on. */
export type Display = Pick<CommandContext, "terminal" | "colors">;

/** A line that begins with a coloured label, such as `note: …`. */
export function labelled(style: Style, label: string, sentence: string, { colors }: Pick<Display, "colors">): string {
  return `${paintFor(colors?.out)(style, label)} ${oneLine(sentence)}\n`;
}
