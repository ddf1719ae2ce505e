import { Command, CommanderError } from "commander";
import { commands, type Entry } from "./commands";
import type { CommandContext } from "./context";
import { version } from "./version";

const exitCodes = `
Exit codes:
  0    done
  1    it failed; the last line on standard error says why and what to do
  2    the command line itself is wrong
  130  interrupted with Ctrl-C
`;

/** Runs one command line, without the program's name, and answers its exit code. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    const program = await buildProgram(args, context);
    await program.parseAsync([...args], { from: "user" });
    return 0;
  } catch (error) {
    // Commander has said itself what was wrong, or printed the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    context.warn(context.signal.aborted ? "interrupted\n" : `error: ${sentence(error)}\n`);
    return 1;
  }
}

async function buildProgram(args: readonly string[], context: CommandContext): Promise<Command> {
  const program = new Command("podwright")
    .description("Pods and serverless endpoints of a compute platform, beside Pulumi")
    .version(version(), "-V, --version", "print the version")
    .addHelpText("after", `${examplesOf(commands.flatMap(({ examples }) => examples.slice(0, 1)))}${exitCodes}`);
  for (const entry of commands) {
    // Only the command that is asked for is loaded: the others show up in the help and nowhere else.
    program.addCommand(args.includes(entry.name) ? await load(entry, context) : placeholder(entry));
  }
  for (const command of [program, ...program.commands]) speakThrough(command, context);
  return program;
}

async function load(entry: Entry, context: CommandContext): Promise<Command> {
  const command = await entry.load(context);
  return command.summary(entry.summary).addHelpText("after", examplesOf(entry.examples));
}

function placeholder({ name, summary }: Entry): Command {
  return new Command(name).summary(summary);
}

function examplesOf(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((example) => `  $ ${example}\n`).join("")}`;
}

function speakThrough(command: Command, { print, warn }: CommandContext): void {
  command
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: warn })
    .showHelpAfterError('(add "--help" for what it takes)');
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
