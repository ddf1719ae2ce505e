import { type Command, CommanderError } from "commander";
import type { CommandContext } from "./context";
import { Ending, type ExitCode, exitCodeOf, exitCodes } from "./exit-codes";
import { UsageError } from "./flags/usage-error";
import { helpHint } from "./help";
import { paintFor } from "./output/style";
import { buildProgram } from "./program";

/** Runs one command line, without the program's name, and answers its exit code. */
export async function run(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  let command: Command | undefined;
  try {
    const program = await buildProgram(args, context);
    program.hook("preAction", (_, called) => {
      command = called;
    });
    await program.parseAsync([...args], { from: "user" });
    return exitCodes.done;
  } catch (error) {
    // Commander has said itself what was wrong, or printed the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    if (!(error instanceof Ending)) explain(error, command, context);
    return exitCodeOf(error);
  }
}

function explain(error: unknown, command: Command | undefined, context: CommandContext): void {
  const { warn, signal, colors } = context;
  if (signal.aborted) {
    warn("interrupted\n");
    return;
  }
  warn(`${paintFor(colors?.err)("error", "error:")} ${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof UsageError && command !== undefined) warn(`${helpHint(command, context)}\n`);
}
