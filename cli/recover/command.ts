import { Command } from "commander";
import { FlagCheck } from "../flags/flag-check";
import { addStackFlags, type StackFlags } from "../flags/locations";
import { withProgress } from "../output/progress";
import type { CommandContext } from "../program/context";
import { Ending, exitCodes } from "../program/exit-codes";
import { Stack } from "../stack/stack";
import { recover } from "./recover";
import { recoverOutput } from "./render";
import { needsCheck } from "./report";

interface Flags extends StackFlags {
  readonly output: string;
  readonly dryRun?: boolean;
  readonly dropForeign?: boolean;
}

const description = [
  "When a run of Pulumi is killed, its state may hold creations whose result is unknown.",
  "This command finds the resources they created, by the marker that each creation carries, and writes them into the state;",
  'the next "pulumi up" continues with them. Creations that made nothing are dropped.',
  "Nothing is created, changed or deleted on the platform.",
].join(" ");

/** `podwright recover`: settles what a killed run left pending in a stack's state. */
export function recoverCommand(context: CommandContext): Command {
  return addStackFlags(new Command("recover").description(description))
    .addOption(recoverOutput.option)
    .option("--dry-run", "say what would be done and change nothing")
    .option("--drop-foreign", "continue although Pulumi will drop pending creations of other providers")
    .action(async (flags: Flags) => {
      const check = new FlagCheck();
      const format = recoverOutput.read(check, flags.output, context);
      check.settle();
      const { dryRun = false, dropForeign = false } = flags;
      const report = await withProgress("reading the state", context, (progress, within) =>
        recover(new Stack(flags, within), { context: within, dryRun, dropForeign, onStep: progress.update }),
      );
      await recoverOutput.print(report, format, context);
      if (needsCheck(report)) throw new Ending(exitCodes.recoveredInDoubt);
    });
}
