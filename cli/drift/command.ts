import { Command } from "commander";
import { choice } from "../flags/choice";
import { FlagCheck } from "../flags/flag-check";
import { addStacksFlags, locationsOf, type StacksFlags } from "../flags/locations";
import { volumePriceOption, volumePrices } from "../flags/volume-price";
import { documentOf } from "../output/documents";
import { type Progress, withProgress } from "../output/progress";
import type { CommandContext } from "../program/context";
import { Ending, exitCodes } from "../program/exit-codes";
import { placeOf } from "../stack/stack";
import { type Compared, compare } from "./compare";
import { table } from "./render";
import { markdown } from "./render-markdown";
import { type DriftReport, resultOf } from "./report";
import { straysOf } from "./strays";

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

const formats = ["table", "json", "markdown"] as const;
type Format = (typeof formats)[number];

/** `podwright drift`: what differs between stacks and platform. */
export function driftCommand(context: CommandContext): Command {
  return addStacksFlags(new Command("drift").description(description))
    .addOption(choice("-o, --output <format>", "how to print it", formats).default("table"))
    .option(
      "--strict",
      "count every change of what the program leaves out, not only what costs money or changes what runs",
    )
    .option("--unmanaged", "also list what of the account none of the stacks holds, and what it costs")
    .option(...volumePriceOption)
    .action(async (flags: Flags) => {
      const check = new FlagCheck();
      const format = check.oneOf("--output", flags.output, formats);
      const volumes = volumePrices(check, flags.volumePrice ?? []);
      check.settle();
      const report = await withProgress("comparing", context, (progress, within) =>
        drift({ ...flags, volumes }, within, progress),
      );
      context.print(await printed(report, format, context));
      if (report.result === "error") throw new Ending(exitCodes.failed, errorsIn(report));
      if (report.result === "drift") throw new Ending(exitCodes.drift);
    });
}

function errorsIn({ stacks, unmanagedError }: DriftReport): string[] {
  const uncompared = stacks.flatMap((stack) => (stack.error === undefined ? [] : `${placeOf(stack)}: ${stack.error}`));
  return [...uncompared, ...(unmanagedError === undefined ? [] : [unmanagedError])];
}

async function printed(report: DriftReport, format: Format | undefined, context: CommandContext): Promise<string> {
  if (format === "json") return await documentOf(format, report);
  return format === "markdown" ? markdown(report) : table(report, context);
}

interface Asked extends Flags {
  readonly volumes: Readonly<Record<string, number>>;
}

async function drift(flags: Asked, context: CommandContext, progress: Progress): Promise<DriftReport> {
  const compared: Compared[] = [];
  // One after the other: they share the account's budget of requests.
  for (const location of locationsOf(flags)) {
    progress.update(`comparing ${placeOf(location)}`);
    compared.push(await compare(location, context, flags));
  }
  if (flags.unmanaged === true) progress.update("looking for what no stack holds");
  const { error, ...strays } = flags.unmanaged === true ? await straysOf(compared, context, flags.volumes) : {};
  const report = {
    version: 1,
    checkedAt: new Date().toISOString(),
    stacks: compared.map((one) => one.drift),
    ...strays,
    ...(error === undefined ? {} : { unmanagedError: error }),
  } as const;
  return { ...report, result: resultOf(report) };
}
