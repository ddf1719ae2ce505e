import { styleText } from "node:util";

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
