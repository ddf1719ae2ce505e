import { oneLine } from "../../kernel/plain-text";
import { type Display, paintFor } from "./style";
import { pad, truncate, widthOf } from "./text";

export interface Bar {
  readonly label: string;
  readonly amount: number;
}

export interface ChartContent {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly format: (amount: number) => string;
}

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const USUAL_WIDTH = 80;
const LONGEST_LABEL = 28;
const GAPS = 4;

/** Draws one bar on each line, with its label and its amount. The largest amount has the full length. */
export function chartOf({ title, bars, format }: ChartContent, { terminal, colors }: Display): string {
  const paint = paintFor(colors?.out);
  const columns = terminal?.columns ?? USUAL_WIDTH;
  const labels = bars.map(({ label }) => truncate(oneLine(label), Math.min(LONGEST_LABEL, Math.floor(columns / 3))));
  const amounts = bars.map(({ amount }) => format(amount));
  const labelWidth = Math.max(0, ...labels.map(widthOf));
  const amountWidth = Math.max(0, ...amounts.map(widthOf));
  const room = Math.max(1, columns - labelWidth - amountWidth - GAPS);
  const largest = Math.max(0, ...bars.map(({ amount }) => amount));
  const lines = bars.map(({ amount }, index) => {
    const bar = barOf(largest === 0 ? 0 : (amount / largest) * room);
    const shown = `${paint("good", bar)}${" ".repeat(room - bar.length)}`;
    return `${pad(labels[index] ?? "", labelWidth, "left")}  ${shown}  ${pad(amounts[index] ?? "", amountWidth, "right")}\n`;
  });
  return `${paint("heading", title)}\n${lines.join("")}`;
}

/** Draws a bar. Every cost has a visible bar, and the shortest bar is an eighth of a character. */
function barOf(length: number): string {
  if (length <= 0) return "";
  const eighths = Math.max(1, Math.round(length * 8));
  return `${"█".repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8] ?? ""}`;
}

export interface Folding {
  /** Largest number of bars. */
  readonly most: number;
  /** Allowed numbers of buckets in one bar, such as 24 hours. All multiples of the last number are allowed, too. */
  readonly steps: readonly number[];
  /** Number of buckets that are missing at the start of the first bar, such as the hours since midnight. */
  readonly offset: number;
}

/** Merges neighbouring bars until at most `most` bars remain. A merged bar has the label of its first bar. */
export function folded(
  bars: readonly Bar[],
  { most, steps, offset }: Folding,
): { readonly bars: readonly Bar[]; readonly each: number } {
  const largest = steps.at(-1) ?? 1;
  const fits = (each: number) => Math.ceil((bars.length + (offset % each)) / each) <= most;
  const each = [1, ...steps].find(fits) ?? largest * Math.ceil(bars.length / largest / (most - 1));
  const groups = new Map<number, Bar>();
  for (const [index, { label, amount }] of bars.entries()) {
    const key = Math.floor((index + (offset % each)) / each);
    const group = groups.get(key);
    groups.set(key, { label: group?.label ?? label, amount: (group?.amount ?? 0) + amount });
  }
  return { bars: [...groups.values()], each };
}
