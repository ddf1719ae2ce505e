const width = 860;
const margin = 20;
const row = 24;
const letter = 7.8;

/** Draws a comment on a pull request from its Markdown: headings, paragraphs, lists, fences and tables. */
export function commentSvg(author: string, markdown: string): string {
  let y = 40;
  const parts: string[] = [];
  for (const block of blocksOf(markdown.replaceAll("\\`", "`"))) {
    const drawn = draw(block, y);
    parts.push(drawn.svg);
    y = drawn.end + 10;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}" role="img" aria-label="A comment of ${author} with preview, cost and drift">
<style>
text{font:13px -apple-system,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif;fill:#1f2328;white-space:pre}
.h{font-size:17px;font-weight:600}.s{font-size:14px;font-weight:600}.b{font-weight:600}.d{fill:#59636e}
.c{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${y - 1}" rx="6" fill="#fff" stroke="#d1d9e0"/>
<path d="M0.5 30.5V6.5a6 6 0 0 1 6-6h${width - 13}a6 6 0 0 1 6 6v24z" fill="#f6f8fa" stroke="#d1d9e0"/>
<text x="${margin}" y="20"><tspan class="b">${escaped(author)}</tspan> <tspan class="d">commented</tspan></text>
${parts.join("\n")}
</svg>
`;
}

/** Empty lines outside fences separate the blocks. */
function blocksOf(markdown: string): string[] {
  return markdown.match(/```[\s\S]*?```|[^\n]+(?:\n(?!\n|```)[^\n]+)*/g) ?? [];
}

interface Drawn {
  readonly svg: string;
  readonly end: number;
}

function draw(block: string, y: number): Drawn {
  if (block.startsWith("```")) return fence(block.split("\n").slice(1, -1), y);
  if (block.startsWith("|")) return tableOf(block.split("\n"), y);
  const lines = block.split("\n").flatMap(folded);
  const svg = lines.map((line, index) => text(line, margin, y + 17 + index * row)).join("\n");
  return { svg, end: y + lines.length * row };
}

/** Breaks a paragraph at the width of the picture. */
function folded(line: string): string[] {
  const limit = Math.floor((width - 2 * margin) / 6.4);
  if (line.length <= limit) return [line];
  const end = line.lastIndexOf(" ", limit);
  return [line.slice(0, end), ...folded(line.slice(end + 1))];
}

function fence(lines: readonly string[], y: number): Drawn {
  const height = lines.length * 18 + 16;
  const box = `<rect x="${margin}" y="${y}" width="${width - 2 * margin}" height="${height}" rx="6" fill="#f6f8fa"/>`;
  const texts = lines.map(
    (line, index) => `<text class="c" x="${margin + 12}" y="${y + 21 + index * 18}">${escaped(line)}</text>`,
  );
  return { svg: [box, ...texts].join("\n"), end: y + height };
}

function tableOf(lines: readonly string[], y: number): Drawn {
  const [head = [], , ...body] = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const rows = [head.map((cell) => `**${cell}**`), ...body];
  const widths = head.map(
    (_cell, column) => Math.max(...rows.map((cells) => plain(cells[column] ?? "").length)) * letter + 22,
  );
  const total = widths.reduce((sum, next) => sum + next, 0);
  const starts = widths.map((_width, index) => margin + widths.slice(0, index).reduce((sum, next) => sum + next, 0));
  const drawn = rows.flatMap((cells, index) => {
    const top = y + index * (row + 4);
    const fill = index % 2 === 0 ? "#fff" : "#f6f8fa";
    const box = `<rect x="${margin}" y="${top}" width="${total}" height="${row + 4}" fill="${fill}" stroke="#d1d9e0"/>`;
    return [box, ...cells.map((cell, column) => text(cell, (starts[column] ?? 0) + 10, top + 18))];
  });
  return { svg: drawn.join("\n"), end: y + rows.length * (row + 4) + 4 };
}

function text(line: string, x: number, y: number): string {
  const heading = /^(#{2,3}) (.*)$/.exec(line);
  if (heading !== null)
    return `<text class="${heading[1] === "##" ? "h" : "s"}" x="${x}" y="${y}">${spans(heading[2] ?? "")}</text>`;
  const bare = line.replace(/^- /, "• ").replace(/^> /, "");
  return `<text${line.startsWith("> ") ? ' class="d"' : ""} x="${x}" y="${y}">${spans(bare)}</text>`;
}

function spans(line: string): string {
  return line
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .map((part) => {
      if (part.startsWith("`")) return `<tspan class="c">${escaped(part.slice(1, -1))}</tspan>`;
      if (part.startsWith("**")) return `<tspan class="b">${escaped(part.slice(2, -2))}</tspan>`;
      return escaped(part);
    })
    .join("");
}

const plain = (cell: string) => cell.replaceAll(/[`*]/g, "");

const escaped = (line: string) => line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
