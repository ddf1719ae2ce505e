import type { Command } from "commander";
import { asCalled, commandName } from "../../kernel/as-called";
import type { CommandContext } from "../context/context";
import { exitCodeTable } from "../context/exit-codes";
import { paintFor } from "../output/style";

/** Adds examples below a command's help. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  return command.addHelpText("after", examplesOf(examples));
}

export function examplesOf(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((example) => `  $ ${asCalled(example)}\n`).join("")}`;
}

export function exitCodesHelp(): string {
  const lines = exitCodeTable.map(({ code, meaning }) => `  ${String(code).padEnd(5)}${meaning}\n`);
  return `\nExit codes:\n${lines.join("")}`;
}

/** Returns the words that call the command, such as `podwright billing pods`. */
export function pathOf(command: Command): string {
  return command.parent === null ? commandName() : `${pathOf(command.parent)} ${command.name()}`;
}

/** Makes a command and its subcommands print through the context. They throw errors instead of ending the process. */
export function speakThrough(command: Command, context: CommandContext): void {
  const { print, warn, terminal, colors } = context;
  const paint = paintFor(true);
  command
    .exitOverride()
    .configureOutput({
      writeOut: print,
      writeErr: warn,
      getOutHasColors: () => colors?.out ?? false,
      getErrHasColors: () => colors?.err ?? false,
      getOutHelpWidth: () => terminal?.columns ?? WIDTH,
      getErrHelpWidth: () => WIDTH,
      outputError: (text, write) => write(text.replace(/^error:/, paintFor(colors?.err)("error", "error:"))),
    })
    // For a stream without colours, commander removes these colours again.
    .configureHelp({ styleTitle: (title) => paint("heading", title) })
    .showHelpAfterError(helpHint(command, context));
  for (const below of command.commands) speakThrough(below, context);
}

/** Formats a line for standard error. */
export function hintOf(sentence: string, { colors }: Pick<CommandContext, "colors">): string {
  return `${paintFor(colors?.err)("hint", "hint:")} ${sentence}`;
}

export function helpHint(command: Command, context: CommandContext): string {
  return hintOf(`"${pathOf(command)} --help" lists its arguments and flags`, context);
}

const WIDTH = 80;
