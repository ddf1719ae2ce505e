import type { CommandContext } from "../context";
import { paintFor } from "./style";
import { pad, truncate, widthOf } from "./width";

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

/** One bar a line: its label, its length by the largest amount, and the amount itself. */
export function chartOf(
  { title, bars, format }: ChartContent,
  { terminal, colors }: Pick<CommandContext, "terminal" | "colors">,
): string {
  const paint = paintFor(colors?.out);
  const labels = bars.map(({ label }) => truncate(label, LONGEST_LABEL));
  const amounts = bars.map(({ amount }) => format(amount));
  const labelWidth = Math.max(0, ...labels.map(widthOf));
  const amountWidth = Math.max(0, ...amounts.map(widthOf));
  const room = Math.max(10, (terminal?.columns ?? USUAL_WIDTH) - labelWidth - amountWidth - 4);
  const largest = Math.max(0, ...bars.map(({ amount }) => amount));
  const lines = bars.map(({ amount }, index) => {
    const bar = barOf(largest === 0 ? 0 : (amount / largest) * room);
    const shown = `${paint("good", bar)}${" ".repeat(room - bar.length)}`;
    return `${pad(labels[index] ?? "", labelWidth, "left")}  ${shown}  ${pad(amounts[index] ?? "", amountWidth, "right")}\n`;
  });
  return `${paint("heading", title)}\n${lines.join("")}`;
}

/** What costs anything is seen: the shortest bar is an eighth of a character. */
function barOf(length: number): string {
  if (length <= 0) return "";
  const eighths = Math.max(1, Math.round(length * 8));
  return `${"█".repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8] ?? ""}`;
}

/** At most so many bars, neighbours added up; the label is the first one's. */
export function folded(bars: readonly Bar[], most: number): { readonly bars: readonly Bar[]; readonly each: number } {
  const each = Math.max(1, Math.ceil(bars.length / most));
  if (each === 1) return { bars, each };
  const groups: Bar[] = [];
  for (let start = 0; start < bars.length; start += each) {
    const group = bars.slice(start, start + each);
    groups.push({ label: group[0]?.label ?? "", amount: group.reduce((sum, { amount }) => sum + amount, 0) });
  }
  return { bars: groups, each };
}
