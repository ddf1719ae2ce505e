import stringWidth from "string-width";

/** Almost every cell is plain, and there may be ten thousands of them. */
const PLAIN = /^[\x20-\x7e]*$/;

/** The width of the text on a terminal, in characters. */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** The text, or as much of it as fits with an ellipsis. */
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

/** `1 resource`, `2 resources`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Orders texts by code units: the same order on every machine, independent of its language. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
