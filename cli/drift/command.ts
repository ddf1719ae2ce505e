import { Command } from "commander";
import type { CommandContext } from "../context";
import { Ending, exitCodes } from "../exit-codes";
import { choice } from "../flags/choice";
import { FlagCheck } from "../flags/flag-check";
import { collect, locationsOf } from "../flags/locations";
import { documentOf } from "../output/documents";
import { type Progress, withProgress } from "../output/progress";
import { straysOf } from "./accounts";
import { type Compared, compare } from "./drift";
import { markdown } from "./markdown";
import { type DriftReport, resultOf } from "./report";
import { table } from "./table";

interface Flags {
  readonly cwd?: readonly string[];
  readonly stack?: readonly string[];
  readonly output: string;
  readonly unmanaged?: boolean;
}

const description = [
  "Compares what stacks hold with what is on the platform, property by property, and changes neither.",
  "The program is not run: declared is what the last update declared.",
  "Ends with 0 in sync, 2 with drift, 1 when a stack could not be compared.",
].join(" ");

const formats = ["table", "json", "markdown"] as const;
type Format = (typeof formats)[number];

/** `podwright drift`: what differs between stacks and platform. */
export function driftCommand(context: CommandContext): Command {
  return new Command("drift")
    .description(description)
    .option("--cwd <dir>", "the folder of a Pulumi project; may be given again (default: this one)", collect)
    .option("--stack <name>", "a stack; may be given again (default: the one selected in each folder)", collect)
    .addOption(choice("--output <format>", "how to print it", formats).default("table"))
    .option("--unmanaged", "also list the pods and endpoints of the account that none of the stacks holds")
    .action(async (flags: Flags) => {
      const check = new FlagCheck();
      const format = check.oneOf("--output", flags.output, formats);
      check.settle();
      const report = await withProgress("comparing", context, (progress) => drift(flags, context, progress));
      context.print(await printed(report, format, context));
      if (report.result !== "in-sync") throw new Ending(exitCodes[report.result === "drift" ? "drift" : "failed"]);
    });
}

async function printed(report: DriftReport, format: Format | undefined, context: CommandContext): Promise<string> {
  if (format === "json") return await documentOf(format, report);
  return format === "markdown" ? markdown(report) : table(report, context);
}

async function drift(flags: Flags, context: CommandContext, progress: Progress): Promise<DriftReport> {
  const compared: Compared[] = [];
  // One after the other: they share the account's budget of requests.
  for (const location of locationsOf(flags)) {
    progress.update(`comparing ${[location.stack ?? "the selected stack", location.cwd].join(" in ")}`);
    compared.push(await compare(location, context));
  }
  const stacks = compared.map((one) => one.drift);
  // What a stack that could not be read holds would look like nobody's.
  const known = stacks.every(({ error }) => error === undefined);
  const strays = flags.unmanaged === true && known ? await straysOf(compared, context) : undefined;
  const report = { version: 1, checkedAt: new Date().toISOString(), result: resultOf(stacks, strays), stacks } as const;
  return strays === undefined ? report : { ...report, unmanaged: strays };
}
