import stringWidth from "string-width";

/**
 * Matches a text without special characters. Almost every cell is such a text, so this test saves time in large tables.
 */
const PLAIN = /^[\x20-\x7e]*$/;

/** Returns the width of the text on a terminal, in characters. */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** Returns the text. If the text is too long, returns its beginning with an ellipsis. */
export function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (widthOf(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

export function pad(text: string, width: number, side: "left" | "right"): string {
  const blank = " ".repeat(Math.max(0, width - widthOf(text)));
  return side === "left" ? `${text}${blank}` : `${blank}${text}`;
}

/** Returns a number with its noun, such as `1 resource` or `2 resources`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Orders texts by code units, so that the order is the same on every machine. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
