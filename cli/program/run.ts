import { type Command, CommanderError } from "commander";
import { asCalled } from "../../kernel/as-called";
import { colouredLines, messageOf, plainLines } from "../../kernel/plain-text";
import type { CommandContext } from "../context/context";
import { Ending, exitCodeOf, exitCodes } from "../context/exit-codes";
import { helpHint } from "../flags/help";
import { quoted, UsageError } from "../flags/usage-error";
import { paintFor } from "../output/style";
import { commands } from "./commands";
import { buildProgram } from "./program";

/** Runs one command line, without the program's name, and returns its exit code. */
export async function run(args: readonly string[], given: CommandContext): Promise<number> {
  let isDebugging = false;
  const context = { ...printingPlainly(given), isDebugging: () => isDebugging };
  let command: Command | undefined;
  try {
    const program = await buildProgram(args, context);
    program.hook("preAction", (_, called) => {
      command = called;
      isDebugging = program.opts().debug === true;
    });
    refuseOtherWord(args);
    await program.parseAsync([...args], { from: "user" });
    return exitCodes.done;
  } catch (error) {
    // Commander has printed the error or the requested help itself.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    if (error instanceof Ending) for (const sentence of error.errors) warnOf(sentence, context);
    else explain(error, command, context);
    return exitCodeOf(error);
  }
}

/** A flag that other tools have as a command. */
const version = { name: "--version", summary: "print the version", words: ["version"] };

/** Throws if the command line begins with the name that another tool gives to a command. */
function refuseOtherWord([word = ""]: readonly string[]): void {
  const entry = [...commands, version].find(({ words = [] }) => words.includes(word));
  if (entry === undefined) return;
  const { name, summary } = entry;
  throw new UsageError([
    `there is no command ${quoted(word)}. To ${summary.split(",")[0]}, run "${asCalled(`podwright ${name}`)}"`,
  ]);
}

/**
 * Removes harmful characters from the output of a command, even if the command has already removed them. Only
 * `printCommands` changes nothing.
 */
function printingPlainly({ print, warn, colors, ...context }: CommandContext): CommandContext {
  const linesFor = (isColoured: boolean | undefined) => (isColoured === true ? colouredLines : plainLines);
  return {
    ...context,
    colors,
    print: (text) => print(linesFor(colors?.out)(text)),
    printCommands: print,
    warn: (text) => warn(linesFor(colors?.err)(text)),
  };
}

function explain(error: unknown, command: Command | undefined, context: CommandContext): void {
  const { warn, signal } = context;
  if (signal.aborted && isInterruption(error, signal)) {
    warn("interrupted\n");
    return;
  }
  warnOf(messageOf(error), context);
  if (error instanceof UsageError && command !== undefined) warn(`${helpHint(command, context)}\n`);
}

/**
 * Returns whether the error only reports the interruption. Podwright reports other failures even after an interruption.
 */
function isInterruption(error: unknown, signal: AbortSignal): boolean {
  if (error === signal.reason) return true;
  if (!(error instanceof Error)) return false;
  return (
    error.name === "AbortError" || error.cause === signal.reason || ("code" in error && error.code === "ABORT_ERR")
  );
}

function warnOf(sentence: string, { warn, colors }: Pick<CommandContext, "warn" | "colors">): void {
  warn(`${paintFor(colors?.err)("error", "error:")} ${sentence}\n`);
}
