import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Signs for created, changed, deleted and replaced resources. */
export type Sign = "+" | "~" | "-" | "±";

/** Colours a text if the output is a terminal and NO_COLOR is not set. */
function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints all output of the tour. */
export const terminal = {
  heading: (text: string) => write(`\n${paint("bold", text)}`),
  text: (text: string) => write(text),
  step: (title: string, sentence: string) => write(`\n${paint(["bold", "cyan"], title)}\n   ${sentence}\n`),
  /** Prints an operation that Pulumi plans or has done. */
  operation: (sign: Sign, text: string) => write(`   ${paint(colorOf(sign), sign)} ${text}`),
  /** Prints a progress message of the provider. */
  progress: (text: string) => write(paint("dim", `     ${text}`)),
  /** Prints an action of the visitor. */
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
