import { Ending, exitCodes } from "../context/exit-codes";
import { commandOf } from "../flags/command";
import { dollars, on } from "../flags/inputs";
import { stacksInputs } from "../flags/locations";
import { volumePrices } from "../flags/volume-price";
import { moneyFormat } from "../output/money";
import { withProgress } from "../output/progress";
import { failuresIn } from "../stack/stack";
import { costOutput, verdictOn } from "./render";
import { type CostReport, missingIn, reportOf } from "./report";
import { costsOf } from "./stack-cost";

/** `podwright cost`: shows the cost of a previewed update per hour and month. */
export const costCommand = commandOf({
  name: "cost",
  description:
    "Previews stacks and shows their cost at the prices of RunPod's catalog, before Pulumi creates a resource. " +
    "At rest means endpoints at workersMin. At most means endpoints at workersMax, and pods on their most expensive fallback. " +
    "A month has 730 hours. The report names resources without a price and counts them as 0.",
  inputs: {
    ...stacksInputs,
    output: costOutput,
    refresh: on("--refresh", "preview `pulumi up --refresh`: compare with RunPod, not with the state"),
    budget: dollars(
      "--budget <usd>",
      "end with exit code 3 if all stacks together may cost more than this, in US dollars an hour",
    ),
    requirePrices: on("--require-prices", "with --budget: also end with exit code 3 if a price is missing"),
    volumes: volumePrices,
  },
  check: ({ budget, requirePrices }, refuse) => {
    if (requirePrices && budget === undefined) refuse("--require-prices needs --budget");
  },
  run: async ({ output, budget, requirePrices, ...options }, context) => {
    const stacks = await withProgress("previewing", context, (progress, within) =>
      costsOf({ context: within, ...options }, progress),
    );
    const report = reportOf(stacks, {
      previewedAt: new Date(context.clock.now()).toISOString(),
      refreshed: options.refresh,
      budget,
    });
    await output.print(report);
    endWith(report, { requirePrices, printed: output.format === "table" });
  },
});

interface Gate {
  /** Whether a missing price counts as over the budget. */
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
