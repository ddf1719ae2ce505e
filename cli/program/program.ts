import { Command } from "commander";
import { commandName } from "../../kernel/as-called";
import { VERSION } from "../../kernel/version";
import type { CommandContext } from "../context/context";
import { examplesOf, exitCodesHelp, speakThrough, withExamples } from "../flags/help";
import { commands, completion, type Entry } from "./commands";

/** Builds the commands that these arguments need. The other commands appear only in the help. */
export async function buildProgram(args: readonly string[], context: CommandContext): Promise<Command> {
  const program = new Command(commandName())
    .description("Commands for your RunPod account and your Pulumi stacks")
    .version(VERSION, "-V, --version", "print the version")
    .option(
      "--debug",
      "with any command: print each request and each command of Pulumi to standard error, without keys",
    )
    .addHelpText("after", `${examplesOf(commands.flatMap(({ examples }) => examples.slice(0, 1)))}${exitCodesHelp()}`);
  for (const entry of commands) {
    program.addCommand(args.includes(entry.name) ? await load(entry, context) : placeholder(entry));
  }
  if (args[0] === "complete" || args.includes(completion.name)) {
    const { addCompletion } = await import("./completion.js");
    addCompletion(program, context);
  } else {
    program.addCommand(placeholder(completion));
  }
  speakThrough(program, context);
  return program;
}

async function load(entry: Entry, context: CommandContext): Promise<Command> {
  const command = await entry.load(context);
  return withExamples(command.summary(entry.summary), entry.examples);
}

function placeholder({ name, summary }: Pick<Entry, "name" | "summary">): Command {
  return new Command(name).summary(summary).description(summary);
}
