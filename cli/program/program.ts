import { Command } from "commander";
import { commands, completion, type Entry } from "./commands";
import type { CommandContext } from "./context";
import { examplesOf, exitCodesHelp, speakThrough, withExamples } from "./help";
import { version } from "./version";

/** The commands as far as these arguments need them: the others show up in the help and nowhere else. */
export async function buildProgram(args: readonly string[], context: CommandContext): Promise<Command> {
  const program = new Command("podwright")
    .description("Pods and serverless endpoints of a compute platform, beside Pulumi")
    .version(version(), "-V, --version", "print the version")
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
