import { Command } from "commander";
import { FlagCheck } from "../flags/flag-check";
import { addStacksFlags, type StacksFlags } from "../flags/locations";
import { volumePriceOption, volumePrices } from "../flags/volume-price";
import { withProgress } from "../output/progress";
import type { CommandContext } from "../program/context";
import { Ending, exitCodes } from "../program/exit-codes";
import { failuresIn } from "../stack/stack";
import { driftReportOf } from "./compare-all";
import { driftOutput } from "./render";

interface Flags extends StacksFlags {
  readonly output: string;
  readonly unmanaged?: boolean;
  readonly strict?: boolean;
  readonly volumePrice?: readonly string[];
}

const description = [
  "Compares what stacks hold with what is on the platform, property by property, and changes neither.",
  "The program is not run: declared is what the last update declared, and one that did not come to its end is drift.",
  "Ends with 0 in sync, 2 with drift, 1 when a stack could not be compared.",
].join(" ");

/** `podwright drift`: what differs between stacks and platform. */
export function driftCommand(context: CommandContext): Command {
  return addStacksFlags(new Command("drift").description(description))
    .addOption(driftOutput.option)
    .option(
      "--strict",
      "count every change of what the program leaves out, not only what costs money or changes what runs",
    )
    .option("--unmanaged", "also list what of the account none of the stacks holds, and what it costs")
    .option(...volumePriceOption)
    .action(async (flags: Flags) => {
      const check = new FlagCheck();
      const format = driftOutput.read(check, flags.output, context);
      const volumes = volumePrices(check, flags.volumePrice ?? []);
      check.settle();
      const report = await withProgress("comparing", context, (progress, within) =>
        driftReportOf({ ...flags, volumes }, within, progress),
      );
      await driftOutput.print(report, format, context);
      const { stacks, unmanagedError } = report;
      const errors = [...failuresIn(stacks), ...(unmanagedError === undefined ? [] : [unmanagedError])];
      if (report.result === "error") throw new Ending(exitCodes.failed, errors);
      if (report.result === "drift") throw new Ending(exitCodes.drift);
    });
}
