import { Command } from "commander";
import { choice } from "../flags/choice";
import { FlagCheck } from "../flags/flag-check";
import { addStacksFlags, locationsOf, type StacksFlags } from "../flags/locations";
import { dollars, volumePriceOption, volumePrices } from "../flags/volume-price";
import { documentOf } from "../output/documents";
import { moneyFormat } from "../output/money";
import { type Progress, withProgress } from "../output/progress";
import type { CommandContext } from "../program/context";
import { Ending, exitCodes } from "../program/exit-codes";
import { placeOf } from "../stack/stack";
import { markdown } from "./markdown";
import { table, verdictOn } from "./render";
import { type CostReport, hoursPerMonth, missingIn, type StackCost, sumOf } from "./report";
import { costOf } from "./stack-cost";

interface Flags extends StacksFlags {
  readonly output: string;
  readonly budget?: string;
  readonly refresh?: boolean;
  readonly requirePrices?: boolean;
  readonly volumePrice?: readonly string[];
}

const formats = ["table", "json", "markdown"] as const;
type Format = (typeof formats)[number];

const description = [
  "Previews stacks and says what they will cost, from the prices of the catalog, before anything is created.",
  "At rest: endpoints at workersMin. At most: endpoints at workersMax, pods on their dearest fallback.",
  "A month has 730 hours. What has no price is said and counted as 0.",
].join(" ");

/** `podwright cost`: what a previewed update will cost per hour and month. */
export function costCommand(context: CommandContext): Command {
  return addStacksFlags(new Command("cost").description(description))
    .addOption(choice("-o, --output <format>", "how to print it", formats).default("table"))
    .option("--refresh", "preview what `pulumi up --refresh` would do: compare with the platform, not with the state")
    .option("--budget <usd>", "end with exit code 3 when all of it may cost more than so many US dollars an hour")
    .option("--require-prices", "with --budget: end with exit code 3 also while a price is missing")
    .option(...volumePriceOption)
    .action(async (flags: Flags) => {
      const check = new FlagCheck();
      const format = check.oneOf("--output", flags.output, formats);
      const budget = dollars(check, "--budget", flags.budget);
      const volumes = volumePrices(check, flags.volumePrice ?? []);
      const strict = flags.requirePrices === true;
      if (strict && budget === undefined) check.refuse("--require-prices needs --budget");
      check.settle();
      const report = await withProgress("previewing", context, (progress, within) =>
        costs({ flags, budget, volumes }, within, progress),
      );
      context.print(await printed(report, format, context));
      endWith(report, { strict, told: format === "table" });
    });
}

interface Gate {
  /** Whether a missing price is as bad as one too many. */
  readonly strict: boolean;
  /** Whether whoever called sees the verdict already. */
  readonly told: boolean;
}

function endWith({ stacks, budget, perHour }: CostReport, { strict, told }: Gate): void {
  const failed = stacks.flatMap(({ error, ...stack }) => (error === undefined ? [] : [`${placeOf(stack)}: ${error}`]));
  if (failed.length > 0) throw new Ending(exitCodes.failed, failed);
  if (budget === undefined || !(budget.over || (strict && !budget.certain))) return;
  const verdict = verdictOn(budget, missingIn(stacks));
  const money = moneyFormat([perHour.atMost]);
  throw new Ending(exitCodes.overBudget, told ? [] : [`at most ${money(perHour.atMost)} an hour. ${verdict}`]);
}

interface Asked {
  readonly flags: Flags;
  readonly budget: number | undefined;
  readonly volumes: Readonly<Record<string, number>>;
}

async function costs(
  { flags, budget, volumes }: Asked,
  context: CommandContext,
  progress: Progress,
): Promise<CostReport> {
  const stacks: StackCost[] = [];
  const refreshed = flags.refresh === true;
  for (const location of locationsOf(flags)) {
    progress.update(`previewing ${placeOf(location)}`);
    stacks.push(await costOf(location, { context, volumes, refresh: refreshed }));
  }
  const perHour = sumOf(stacks.map((stack) => stack.perHour));
  const unknown = stacks.flatMap(({ resources }) =>
    resources.flatMap((one) => ((one.unknown ?? one.unknownNow) === undefined ? [] : [one.urn])),
  );
  const report = {
    version: 1,
    previewedAt: new Date().toISOString(),
    refreshed,
    hoursPerMonth,
    stacks,
    perHour,
    unknown,
  } as const;
  if (budget === undefined) return report;
  const over = perHour.atMost > budget;
  return { ...report, budget: { perHour: budget, over, certain: over || missingIn(stacks) === undefined } };
}

async function printed(report: CostReport, format: Format | undefined, context: CommandContext): Promise<string> {
  if (format === "json") return await documentOf(format, report);
  return format === "markdown" ? markdown(report) : table(report, context);
}
