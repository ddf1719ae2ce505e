/** A line of a terminal: its text with ANSI colours, and the milliseconds between the start and its output. */
export interface Line {
  readonly at: number;
  readonly text: string;
}

const columns = 112;
const mostRows = 25;
const size = { column: 7.83, row: 19, margin: 18, title: 34 };
const width = Math.round(columns * size.column + 2 * size.margin);

/** Longest pause in milliseconds. The picture shortens longer pauses. */
const longestPauseMs = 900;

const styles: Readonly<Record<string, string>> = { 1: "b", 2: "d", 31: "r", 32: "g", 33: "y", 36: "c" };
const escapeCharacter = "\u001b";
const escapes = new RegExp(`${escapeCharacter}\\[(\\d+)m`);

/**
 * Draws an SVG that scrolls once through the lines as the terminal did, and stops at the last lines. If the reader
 * prefers reduced motion, the SVG shows only the last lines.
 */
export function terminalSvg(title: string, printed: readonly Line[]): string {
  const lines = printed.flatMap(({ at, text }) => wrap(text).map((part) => ({ at, text: part })));
  const rows = Math.min(mostRows, lines.length);
  const height = rows * size.row + size.title + size.margin;
  /** Puts a line at the bottom of the window. */
  const offset = (index: number) => (rows - 1 - index) * size.row;
  const times = shown(lines);
  const total = Math.max(times.at(-1) ?? 0, 1);
  // If several lines appear at the same time, only the last line scrolls.
  const frames = new Map([["0", offset(0)]]);
  for (const [index, at] of times.entries())
    frames.set(String(Math.round((at / total) * 100_000) / 1_000), offset(index));
  const keyframes = [...frames].map(([percent, y]) => `${percent}%{transform:translateY(${y}px)}`);
  const texts = lines.map(({ text }, index) => `<text y="${index * size.row}">${spans(text)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<style>
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d5dbe3;white-space:pre}
.b{font-weight:700;fill:#fff}.d{fill:#8a94a3}.r{fill:#ff7b72}.g{fill:#56d364}.y{fill:#e3b341}.c{font-weight:700;fill:#56c8e8}
#lines{transform:translateY(${offset(lines.length - 1)}px)}
@media (prefers-reduced-motion:no-preference){#lines{animation:scroll ${(total / 1_000).toFixed(1)}s step-end}}
@keyframes scroll{${keyframes.join("")}}
</style>
<rect width="${width}" height="${height}" rx="8" fill="#12161c"/>
<text x="${size.margin}" y="22" class="d">${escaped(title)}</text>
<clipPath id="window"><rect y="${size.title}" width="${width}" height="${rows * size.row}"/></clipPath>
<g clip-path="url(#window)"><g id="lines"><g transform="translate(${size.margin} ${size.title + size.row - 5})">
${texts.join("\n")}
</g></g></g>
</svg>
`;
}

/** Returns the time at which each line appears, with shortened pauses. */
function shown(lines: readonly Line[]): number[] {
  let now = 0;
  return lines.map(({ at }, index) => {
    now += Math.min(at - (lines[index - 1]?.at ?? at), longestPauseMs);
    return now;
  });
}

/** Breaks a line between words at the width of the window. The further parts have the same indentation as the line. */
function wrap(text: string): string[] {
  const plain = text.replaceAll(new RegExp(escapes, "g"), "");
  if (plain.length <= columns) return [text];
  const end = text.lastIndexOf(" ", columns + text.length - plain.length);
  const indent = /^ */.exec(plain)?.[0] ?? "";
  const style = escapes.exec(text)?.[0] ?? "";
  return [text.slice(0, end), ...wrap(`${style}${indent}${text.slice(end + 1)}`)];
}

function spans(text: string): string {
  let style = "";
  return text
    .split(escapes)
    .map((part, index) => {
      if (index % 2 === 0) return style === "" ? escaped(part) : span(style, part);
      // Bold comes before the colour that names the heading.
      style = styles[part] ?? "";
      return "";
    })
    .join("");
}

const span = (style: string, text: string) => (text === "" ? "" : `<tspan class="${style}">${escaped(text)}</tspan>`);

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
