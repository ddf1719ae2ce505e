import { Ending, exitCodes } from "../context/exit-codes";
import { commandOf, type Scope } from "../flags/command";
import { name, on, parsed } from "../flags/inputs";
import { refuseTwoSelections, selectionOf, stacksInputs } from "../flags/locations";
import { quoted } from "../flags/usage-error";
import { volumePrices } from "../flags/volume-price";
import { hoursPerMonth, moneyFormat } from "../output/money";
import { withProgress } from "../output/progress";
import type { Selection } from "../stack/every-stack";
import { failuresIn } from "../stack/place";
import { ofStacks } from "../stack/shared-answers";
import { differenceFrom, plansWith, reportIn } from "./against";
import { costOutput, verdictOn } from "./render";
import { type Budget, type CostReport, missingIn, reportOf } from "./report";
import { costsOf } from "./stack-cost";

/** `podwright cost`: shows the cost of a previewed update per hour and month. */
export const costCommand = commandOf({
  name: "cost",
  description:
    "Previews stacks and shows their cost at the prices of RunPod's catalog, before Pulumi creates a resource. " +
    "The cost at rest assumes that each endpoint runs workersMin workers. The cost at most assumes workersMax workers, and the most expensive fallback of each pod. " +
    "A month has 730 hours. A resource without a price counts as 0, and the report names the resource.",
  inputs: {
    ...stacksInputs,
    output: costOutput,
    refresh: on(
      "--refresh",
      "preview `pulumi up --refresh`, which compares the program with RunPod and not with the state",
    ),
    budget: parsed(
      "--budget <usd[/month]>",
      "budget for all stacks together in US dollars per hour, or per month with /month; if the cost exceeds it, the command ends with exit code 3",
      budgetIn,
    ),
    against: name(
      "--against <branch>",
      "also show the difference to the plan of a branch, tag or commit of git, whose program Podwright runs with your keys, or to an earlier report of `podwright cost --output json` in a file such as ./main.json",
    ),
    allowUnknownPrices: on(
      "--allow-unknown-prices",
      "with --budget: count a missing price as 0; without this flag, a missing price is over the budget",
    ),
    volumes: volumePrices,
  },
  check: ({ budget, allowUnknownPrices, ...stacks }, refuse) => {
    refuseTwoSelections(stacks, refuse);
    if (allowUnknownPrices && budget === undefined) refuse("--allow-unknown-prices needs --budget");
  },
  run: async ({ output, budget, allowUnknownPrices, against, ...options }, context) => {
    // If the file is wrong, the command fails before the slow previews.
    const saved = against === undefined ? undefined : await reportIn(against, options.cwd?.[0] ?? ".", context);
    const { stacks, other } = await withProgress("previewing", context, async (progress, plain) => {
      const within = ofStacks(options, plain);
      const selection = await selectionOf(options, within);
      const costs = (of: Selection) => costsOf(of, { context: within, ...options }, progress);
      if (against !== undefined && saved === undefined) return await plansWith(against, selection, within, costs);
      return { stacks: await costs(selection), other: saved };
    });
    const own = reportOf(stacks, {
      previewedAt: new Date(context.clock.now()).toISOString(),
      refreshed: options.refresh,
      budget: budget && { ...budget, allowUnknownPrices },
    });
    const report = other === undefined ? own : { ...own, against: differenceFrom(other, own) };
    await output.print(report);
    endWith(report, output.format === "table");
  },
});

function budgetIn(given: string, { refuse }: Scope): Budget | undefined {
  const [, usd, unit = "hour"] = /^(\d+(?:\.\d+)?)(?:\/(hour|month))?$/.exec(given) ?? [];
  if (usd === undefined) return refuse(`must be US dollars such as 2.50 or 1800/month, not ${quoted(given)}`);
  return { amount: Number(usd), per: unit === "month" ? "month" : "hour" };
}

/** Ends the command with the exit code of the verdict. `isPrinted`: the printed report already contains the verdict. */
function endWith({ stacks, budget, perHour }: CostReport, isPrinted: boolean): void {
  const failures = failuresIn(stacks);
  if (failures.length > 0) throw new Ending(exitCodes.failed, failures);
  if (!budget?.over) return;
  const verdict = verdictOn(budget, missingIn(stacks));
  const [amount, unit] =
    budget.perMonth === undefined ? [perHour.atMost, "an hour"] : [perHour.atMost * hoursPerMonth, "a month"];
  throw new Ending(
    exitCodes.overBudget,
    isPrinted ? [] : [`at most ${moneyFormat([amount])(amount)} ${unit}. ${verdict}`],
  );
}
