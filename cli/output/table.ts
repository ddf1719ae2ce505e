import { oneLine } from "../../kernel/plain-text";
import { type Fact, recordOf } from "./record";
import { type Display, paintFor } from "./style";
import { pad, truncate, widthOf } from "./text";

export interface Column {
  readonly title: string;
  /** Alignment of the column. Default: `left`. */
  readonly align?: "left" | "right";
  /** True if a narrow terminal may hide the column. The last such column disappears first. */
  readonly mayGo?: boolean;
  /**
   * True if a narrow terminal may truncate the column. The widest column becomes shorter first. Default: true for texts
   * on the left.
   */
  readonly cut?: boolean;
}

export interface TableContent {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** Cells of a last row with totals. */
  readonly footer?: readonly string[] | undefined;
}

const GAP = "  ";
const NARROWEST = 8;

/**
 * Renders columns without lines around them. If a row is too long for the terminal, the function truncates texts. If
 * that is not enough, it prints each row as a block. Without a terminal, texts stay whole.
 */
export function tableOf(content: TableContent, display: Display): string {
  const { terminal, colors } = display;
  const { columns, rows, footer } = fitting(content, terminal?.columns);
  const titles = columns.map(({ title }) => title);
  const all = [titles, ...rows, ...(footer === undefined ? [] : [footer])].map((row) => row.map(oneLine));
  const widths = fitted(columns, naturalWidths(all), terminal?.columns);
  if (widths === undefined) return blocksOf(columns, all.slice(1), display);
  const paint = paintFor(colors?.out);
  return all
    .map((row, index) => {
      const line = lineOf(row, columns, widths);
      const isHeading = index === 0 || (footer !== undefined && index === all.length - 1);
      return `${isHeading ? paint("heading", line) : line}\n`;
    })
    .join("");
}

/** Removes columns that may disappear if the terminal is too narrow. Texts stay whole as long as possible. */
function fitting(content: TableContent, available: number | undefined): TableContent {
  const { columns, rows, footer } = content;
  const titles = columns.map(({ title }) => title);
  const natural = naturalWidths([titles, ...rows, ...(footer === undefined ? [] : [footer])]);
  if (available === undefined || totalOf(natural) <= available) return content;
  const goes = columns.findLastIndex(({ mayGo = false }) => mayGo);
  if (goes === -1) return content;
  const without = <T>(cells: readonly T[]) => cells.toSpliced(goes, 1);
  const narrower = { columns: without(columns), rows: rows.map(without), footer: footer && without(footer) };
  return fitting(narrower, available);
}

/** Renders a line for each cell that is not empty, and a blank line between rows. */
function blocksOf(columns: readonly Column[], rows: readonly (readonly string[])[], display: Display): string {
  const titleWidth = Math.max(0, ...columns.map(({ title }) => widthOf(title)));
  const room = Math.max(NARROWEST, (display.terminal?.columns ?? 0) - titleWidth - GAP.length);
  return rows
    .map((row) => {
      const facts = columns.map((column, index): Fact => {
        const cell = row[index] ?? "";
        return [column.title, cell === "" ? undefined : mayBeCut(column) ? truncate(cell, room) : cell];
      });
      return recordOf(facts, display);
    })
    .join("\n");
}

function lineOf(row: readonly string[], columns: readonly Column[], widths: readonly number[]): string {
  return columns
    .map(({ align = "left" }, index) => {
      const width = widths[index] ?? 0;
      return pad(truncate(row[index] ?? "", width), width, align);
    })
    .join(GAP)
    .trimEnd();
}

function naturalWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  return widths;
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
}

/** Shortens the widest columns with `cut` until the line fits. Returns `undefined` if the line cannot fit. */
function fitted(
  columns: readonly Column[],
  natural: readonly number[],
  available = Number.POSITIVE_INFINITY,
): number[] | undefined {
  const widths = columns.map((_, index) => natural[index] ?? 0);
  while (totalOf(widths) > available) {
    const candidates = columns.flatMap((column, index) => {
      const width = widths[index] ?? 0;
      return mayBeCut(column) && width > NARROWEST ? [{ index, width }] : [];
    });
    const widest = candidates.sort((a, b) => b.width - a.width)[0];
    if (widest === undefined) return undefined;
    widths[widest.index] = widest.width - 1;
  }
  return widths;
}

function mayBeCut({ align = "left", cut = align === "left" }: Column): boolean {
  return cut;
}
