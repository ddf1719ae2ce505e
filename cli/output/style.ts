import { styleText } from "node:util";
import { oneLine } from "../../client/values/plain-text";
import type { CommandContext } from "../program/context";

/** What a text is, for those who look; a stream without colours gets it plain. */
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
  // Whether the stream shows colours was decided with the context, once.
  return (style, text) => (colors ? styleText([...[formats[style]].flat()], text, { validateStream: false }) : text);
}

/** What a table or a record needs to know of the output that it is for. */
export type Display = Pick<CommandContext, "terminal" | "colors">;

/** A line that begins with a coloured label, such as `note: …`. */
export function labelled(style: Style, label: string, sentence: string, { colors }: Pick<Display, "colors">): string {
  return `${paintFor(colors?.out)(style, label)} ${oneLine(sentence)}\n`;
}
