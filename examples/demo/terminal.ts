import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Created, changed, deleted, replaced. */
export type Sign = "+" | "~" | "-" | "±";

/** Colours only if they show: on a terminal, and unless NO_COLOR is set. */
function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Everything the tour prints. */
export const terminal = {
  heading: (text: string) => write(`\n${paint("bold", text)}`),
  text: (text: string) => write(text),
  step: (title: string, sentence: string) => write(`\n${paint(["bold", "cyan"], title)}\n   ${sentence}\n`),
  /** An operation that Pulumi plans or has done. */
  operation: (sign: Sign, text: string) => write(`   ${paint(colorOf(sign), sign)} ${text}`),
  /** A report of the provider during its work. */
  progress: (text: string) => write(paint("dim", `     ${text}`)),
  /** An action that a visitor would take or type. */
  deed: (text: string) => write(`   ${paint("dim", ">")} ${text}`),
  proven: (text: string) => write(`   ${paint("green", "ok")} ${text}`),
  failure: (text: string) => void process.stderr.write(`\n${text}\n`),
};

function colorOf(sign: Sign): Style {
  switch (sign) {
    case "+":
      return "green";
    case "-":
      return "red";
    case "~":
    case "±":
      return "yellow";
  }
}
