import { oneLine } from "../../kernel/plain-text";
import { capitalized } from "../../kernel/text";
import { code, commentOf, markdownTable, text } from "./markdown";
import { type Display, labelled, paintFor, type Style } from "./style";
import { type Column, tableOf } from "./table";

/** A report for people. It has the same content on a terminal and as Markdown in a comment or a job summary. */
export interface Report {
  /** The verdict, which is the heading in Markdown. A terminal shows the verdicts of the stacks instead. */
  readonly title: string;
  /**
   * The summary. It comes before the stacks in Markdown, because a comment may be truncated, and after the stacks on a
   * terminal.
   */
  readonly summary?: string;
  /** True if the report is about several stacks. A terminal then also shows the overview. */
  readonly isAboutSeveral?: boolean;
  /** The totals, and a line for each stack with a finding. The overview comes first. */
  readonly overview?: readonly string[];
  readonly stacks: readonly Section[];
  readonly closing: readonly Section[];
}

export interface Section {
  /** Heading of the section, such as `Stack prod`. */
  readonly heading?: { readonly title: string; readonly markdown: string };
  /** The result on one line. Its parts may have a style. */
  readonly verdict?: readonly Span[];
  readonly blocks?: readonly Block[];
}

export type Span = string | readonly [Style, string];

/**
 * A part of a section. A remark follows its section without a blank line. `lines` are commands, or lines for a program.
 */
export type Block =
  | { readonly remark: string; readonly label: string; readonly style: Style }
  | { readonly text: string }
  | { readonly lines: readonly string[] }
  | { readonly resources: readonly ResourceRow[]; readonly columns: readonly ReportColumn[]; readonly total?: Cells };

type Cells = readonly string[];

/** A row about a resource. A row with an empty name continues the previous row. */
export interface ResourceRow {
  readonly name: string;
  readonly kind: string;
  readonly cells: Cells;
}

export interface ReportColumn extends Omit<Column, "title"> {
  /** Heading of the column, in sentence case. */
  readonly title: string;
  /** Style of a cell in Markdown. Default: plain text. */
  readonly as?: "code" | "strong";
}

export const note = (remark: string): Block => ({ remark, label: "note", style: "hint" });

export function onTerminal(
  { summary, isAboutSeveral, overview = [], stacks, closing }: Report,
  display: Display,
): string {
  const first = isAboutSeveral === true ? [linesOf(overview)] : [];
  const middle = summary === undefined ? [] : [linesOf([summary])];
  return [...first, ...stacks.map(section), ...middle, ...closing.map(section)].join("\n");

  function linesOf(lines: readonly string[]): string {
    return lines.map((line) => `${oneLine(line)}\n`).join("");
  }

  function section({ heading, verdict = [], blocks = [] }: Section): string {
    const head = [heading === undefined ? [] : oneLine(heading.title), verdict.map(painted).join("") || []]
      .flat()
      .join(": ");
    const first = head === "" ? "" : `${head}\n`;
    const gap = (index: number) => (first === "" && index === 0 ? "" : gapBetween(blocks[index - 1], blocks[index]));
    return `${first}${blocks.map((block, index) => `${gap(index)}${shown(block)}`).join("")}`;
  }

  function painted(span: Span): string {
    return typeof span === "string" ? oneLine(span) : paintFor(display.colors?.out)(span[0], oneLine(span[1]));
  }

  function shown(block: Block): string {
    if ("remark" in block) return labelled(block.style, `${block.label}:`, block.remark, display);
    if ("text" in block) return `${oneLine(block.text)}\n`;
    if ("lines" in block) return block.lines.map((line) => `  ${oneLine(line)}\n`).join("");
    const columns = ["Name", "Kind", ...block.columns].map((column) =>
      typeof column === "string" ? { title: column.toUpperCase() } : { ...column, title: column.title.toUpperCase() },
    );
    const rows = block.resources.map(({ name, kind, cells }) => [name, kind, ...cells]);
    return tableOf({ columns, rows, footer: block.total && ["total", "", ...block.total] }, display);
  }
}

/**
 * Returns the text between two blocks. There is no blank line before a remark, or between a sentence and the lines that
 * it introduces.
 */
function gapBetween(before: Block | undefined, block: Block | undefined): string {
  if (block === undefined || "remark" in block) return "";
  return "lines" in block && before !== undefined && "text" in before ? "" : "\n";
}

/** Renders Markdown for a comment. A comment has limited space, so the last line counts the omitted lines. */
export function asMarkdown({ title, summary, overview = [], stacks, closing }: Report): string {
  const head = [
    `## ${title}`,
    ...(summary === undefined ? [] : [text(summary)]),
    ...(overview.length === 0 ? [] : [listOf(overview)]),
  ];
  return commentOf([...head, ...stacks.flatMap(section), ...closing.flatMap(section)]);

  function section({ heading, verdict = [], blocks = [] }: Section): string[] {
    const said = verdict
      .map((span) => (typeof span === "string" ? text(shortened(span, longestSentence)) : spanOf(span)))
      .join("");
    return [
      ...(heading === undefined ? [] : [`### ${heading.markdown}`]),
      ...(said === "" ? [] : [said]),
      // The notes come before the tables, because a comment may be truncated.
      ...blocks.filter((block) => "remark" in block).map(shown),
      ...blocks.filter((block) => !("remark" in block)).map(shown),
    ];
  }

  function shown(block: Block): string {
    if ("remark" in block) return remarkOf(block);
    if ("text" in block) return text(block.text);
    if ("lines" in block) return block.lines.map((line) => `- ${code(shortened(line, longestSentence))}`).join("\n");
    const { columns, resources, total = [] } = block;
    const rows = resources.map(({ name, kind, cells }) => [
      name === "" ? kind.trim() : `${code(shortened(name, longestCell))} ${kind}`,
      ...cells.map((cell, index) => cellOf(cell, columns[index]?.as)),
    ]);
    const footer = total.length === 0 ? [] : [["total", ...total].map((cell) => cellOf(cell, "strong"))];
    return markdownTable(["Resource", ...columns.map((column) => column.title)], [...rows, ...footer]);
  }
}

function listOf(lines: readonly string[]): string {
  return lines.map((line) => `- ${text(shortened(line, longestSentence))}`).join("\n");
}

/**
 * Largest number of characters in a cell, so that one value does not take the space of all others. `--output json`
 * shows the whole value.
 */
const longestCell = 200;
const longestSentence = 1_000;

function shortened(value: string, most: number): string {
  return value.length <= most ? value : `${value.slice(0, most).toWellFormed()}… (${value.length} characters)`;
}

function spanOf([style, value]: readonly [Style, string]): string {
  return style === "error" || style === "bad" ? `**${text(value)}**` : text(value);
}

function remarkOf({ label, remark }: { readonly label: string; readonly remark: string }): string {
  const kept = text(shortened(remark, longestSentence));
  return label === "note" ? `> ${kept}` : `**${capitalized(label)}:** ${kept}`;
}

function cellOf(cell: string, as: ReportColumn["as"]): string {
  if (cell === "") return "";
  const kept = shortened(cell, longestCell);
  return as === "code" ? code(kept) : as === "strong" ? `**${text(kept)}**` : text(kept);
}
