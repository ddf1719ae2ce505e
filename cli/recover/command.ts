import { Command } from "commander";
import type { CommandContext } from "../context";
import { choice } from "../flags/choice";
import { FlagCheck } from "../flags/flag-check";
import { Stack } from "../stack";
import { recover } from "./recover";
import { json, table } from "./report";

interface Flags {
  readonly cwd: string;
  readonly stack?: string;
  readonly output: string;
  readonly dryRun?: boolean;
  readonly dropForeign?: boolean;
}

const description = [
  "After a run of Pulumi was killed, its state may hold creations nobody heard the end of.",
  "This finds on the platform what they made, by the mark each creation carries, and writes it into the state;",
  'the next "pulumi up" goes on with it. What made nothing is dropped.',
  "Nothing is created, changed or deleted on the platform.",
].join(" ");

const formats = ["table", "json"] as const;

/** `podwright recover`: settles what a killed run left pending in a stack's state. */
export function recoverCommand(context: CommandContext): Command {
  return new Command("recover")
    .description(description)
    .option("--cwd <dir>", "the folder of the Pulumi project", ".")
    .option("--stack <name>", "the stack (default: the one selected there)")
    .addOption(choice("--output <format>", "how to print the result", formats).default("table"))
    .option("--dry-run", "say what would be done and change nothing")
    .option("--drop-foreign", "go on although Pulumi will drop pending creations of other providers")
    .action(async (flags: Flags) => {
      const check = new FlagCheck();
      const format = check.oneOf("--output", flags.output, formats);
      check.settle();
      const stack = new Stack({ cwd: flags.cwd, stack: flags.stack }, context);
      const report = await recover(stack, {
        context,
        dryRun: flags.dryRun ?? false,
        dropForeign: flags.dropForeign ?? false,
      });
      context.print(format === "json" ? json(report) : table(report, context));
    });
}
