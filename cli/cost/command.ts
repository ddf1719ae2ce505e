import { Command } from "commander";
import { FlagCheck } from "../flags/flag-check";
import { addStacksFlags, type StacksFlags } from "../flags/locations";
import { dollars, volumePriceOption, volumePrices } from "../flags/volume-price";
import { moneyFormat } from "../output/money";
import { withProgress } from "../output/progress";
import type { CommandContext } from "../program/context";
import { Ending, exitCodes } from "../program/exit-codes";
import { failuresIn } from "../stack/stack";
import { costOutput, verdictOn } from "./render";
import { type CostReport, missingIn, reportOf } from "./report";
import { costsOf } from "./stack-cost";

interface Flags extends StacksFlags {
  readonly output: string;
  readonly budget?: string;
  readonly refresh?: boolean;
  readonly requirePrices?: boolean;
  readonly volumePrice?: readonly string[];
}

const description = [
  "Previews stacks and says what they will cost, from the prices of the catalog, before anything is created.",
  "At rest: endpoints at workersMin. At most: endpoints at workersMax, pods on their dearest fallback.",
  "A month has 730 hours. What has no price is named and counts as 0.",
].join(" ");

/** `podwright cost`: what a previewed update will cost per hour and month. */
export function costCommand(context: CommandContext): Command {
  return addStacksFlags(new Command("cost").description(description))
    .addOption(costOutput.option)
    .option("--refresh", "preview what `pulumi up --refresh` would do: compare with the platform, not with the state")
    .option("--budget <usd>", "end with exit code 3 when all of it may cost more than so many US dollars an hour")
    .option("--require-prices", "with --budget: end with exit code 3 also while a price is missing")
    .option(...volumePriceOption)
    .action(async (flags: Flags) => {
      const check = new FlagCheck();
      const format = costOutput.read(check, flags.output, context);
      const budget = dollars(check, "--budget", flags.budget);
      const volumes = volumePrices(check, flags.volumePrice ?? []);
      const { refresh = false, requirePrices = false } = flags;
      if (requirePrices && budget === undefined) check.refuse("--require-prices needs --budget");
      check.settle();
      const stacks = await withProgress("previewing", context, (progress, within) =>
        costsOf(flags, { context: within, volumes, refresh }, progress),
      );
      const report = reportOf(stacks, { refreshed: refresh, budget });
      await costOutput.print(report, format, context);
      endWith(report, { requirePrices, printed: format === "table" });
    });
}

interface Gate {
  /** Whether a missing price is as bad as one too many. */
  readonly requirePrices: boolean;
  /** Whether the user sees the verdict already. */
  readonly printed: boolean;
}

function endWith({ stacks, budget, perHour }: CostReport, { requirePrices, printed }: Gate): void {
  const failures = failuresIn(stacks);
  if (failures.length > 0) throw new Ending(exitCodes.failed, failures);
  if (budget === undefined || !(budget.over || (requirePrices && !budget.certain))) return;
  const verdict = verdictOn(budget, missingIn(stacks));
  const money = moneyFormat([perHour.atMost]);
  throw new Ending(exitCodes.overBudget, printed ? [] : [`at most ${money(perHour.atMost)} an hour. ${verdict}`]);
}
