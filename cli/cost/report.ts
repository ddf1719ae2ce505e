import * as z from "zod";
import { boundedKinds, pricedKinds } from "../account/kinds";
import { kindMeaning, sharedFields, version } from "../account/report-fields";
import { hoursPerMonth, roundMoney } from "../output/money";

export const discountSchema = z
  .object({
    discountFactor: z
      .number()
      .describe(
        "Factor of the discount. Podwright does not apply it, because RunPod does not document how it changes a price.",
      ),
    type: z.string().describe("RunPod's type of the discount."),
    expirationDate: z.string().nullable().describe("End of the discount. `null` without an end."),
  })
  .describe("The account's serverless discount, if RunPod reports one that has not expired.");

const dollars = z.number().describe("US dollars per hour.");

export const rates = z
  .object({
    now: dollars.describe("Cost before the update. 0 for a new resource."),
    atRest: dollars.describe("Cost after the update, with endpoints at `workersMin` and pods on their first choice."),
    atMost: dollars.describe(
      "Cost after the update, with endpoints at `workersMax` and pods on their most expensive choice.",
    ),
  })
  .describe("Cost in US dollars per hour.");

const once = z
  .object({
    atMost: z.number().describe("Most US dollars that the pods of the run cost together."),
    inAnHour: dollars.describe("Most of it in one hour."),
  })
  .describe("Cost of a task's run, which ends. `perHour` contains only its running pod (`now`).");

const resource = z
  .object({
    name: z.string().describe("Logical name in the program."),
    kind: z.enum([...pricedKinds, ...boundedKinds]).describe(kindMeaning),
    urn: sharedFields.urn,
    action: z
      .enum(["create", "import", "update", "replace", "delete", "same"])
      .describe("Planned change. `same`: no change."),
    perHour: rates,
    once: once.optional(),
    unknown: z
      .string()
      .optional()
      .describe("Reason why a part of the cost after the update is missing. The missing part counts as 0."),
    unknownNow: z
      .string()
      .optional()
      .describe("Reason why a part of the current cost is missing. The missing part counts as 0."),
    assumed: z
      .string()
      .optional()
      .describe("Inputs without a value in program and state, for which Podwright assumes RunPod's usual value."),
    jobs: z
      .string()
      .optional()
      .describe("What happens to the waiting and running jobs of an endpoint that the update deletes."),
  })
  .describe("A resource that costs by the hour, or the run of a task.");

const stack = z
  .object({
    cwd: sharedFields.cwd,
    stack: z.string().nullable().describe("Name of the stack. `null` if its empty state has no name."),
    withoutProgram: z
      .boolean()
      .optional()
      .describe(
        "True if no folder here contains the project of the stack. The report then shows its current cost, which counts as the cost after the update.",
      ),
    resources: z.array(resource).describe("The resources that cost by the hour."),
    perHour: rates,
    serverlessDiscount: discountSchema.optional(),
    error: z
      .string()
      .optional()
      .describe("Reason why Pulumi could not preview the stack. The cost of the stack counts as 0."),
  })
  .describe("One stack, after the previewed update.");

const change = z
  .object({
    stack: z.string().describe("Name of the stack, such as `production` or `production in infra`."),
    name: z.string().describe("Logical name in the program."),
    kind: z.string().describe(kindMeaning),
    urn: sharedFields.urn,
    before: rates.nullable().describe("Cost in the other report. `null` if that report does not contain the resource."),
    after: rates
      .nullable()
      .describe(
        "Cost in this report. `null` if this report does not contain the resource, or if the update deletes it.",
      ),
    once: z
      .object({
        before: z.number().describe("Most US dollars of the run in the other report. 0 without a run."),
        after: z.number().describe("Most US dollars of the run in this report. 0 without a run."),
      })
      .optional()
      .describe("Highest cost of a task's run, if it differs between the two reports."),
  })
  .describe("A resource whose cost after the update differs between the two reports.");

const against = z
  .object({
    file: z.string().optional().describe("Name of the other report's file, as given on the command line."),
    ref: z.string().optional().describe("Branch, tag or commit, as given on the command line."),
    commits: z
      .array(z.string())
      .optional()
      .describe("Hash of the commit that Podwright previewed, in each repository of the stacks."),
    previewedAt: z.string().describe("Time of the other report."),
    perHour: rates.describe("Sums of the other report for the stacks that both reports could preview."),
    changes: z.array(change).describe("Resources whose cost after the update differs between the reports."),
    missing: z
      .array(z.string())
      .describe(
        "Stacks of this report that the other report does not contain. The difference counts all their resources as new.",
      ),
    failed: z
      .array(
        z.object({
          stack: z.string().describe("Name of the stack, such as `production` or `production in infra`."),
          error: z.string().describe("Reason why Podwright could not preview the stack for the other report."),
        }),
      )
      .optional()
      .describe("Stacks that the other report could not preview. The difference leaves these stacks out."),
  })
  .describe("The difference to another report, or to the plan of another branch. Present only with `--against`.");

/** The output of `podwright cost --output json`. `version` grows with incompatible changes. */
export const costReport = z
  .object({
    version,
    previewedAt: z.string().describe("Time of the previews."),
    refreshed: z
      .boolean()
      .describe("True if the preview compared the program with RunPod (`--refresh`) and not with the state."),
    hoursPerMonth: z.number().describe("Number of hours that the report counts for a month."),
    stacks: z.array(stack).describe("The previewed stacks."),
    perHour: rates,
    once: once
      .optional()
      .describe("Sum of the runs that the update starts or that have not ended. Absent without them."),
    unknown: z.array(z.string()).describe("URNs of the resources that have `unknown` or `unknownNow`."),
    budget: z
      .object({
        perHour: dollars.describe("Budget in US dollars per hour."),
        perMonth: z.number().optional().describe("Budget in US dollars per month, if the flag has `/month`."),
        over: z
          .boolean()
          .describe(
            "True if `atMost` with the runs of tasks exceeds the budget, or if a price is missing without `--allow-unknown-prices`.",
          ),
        certain: z.boolean().describe("False if a cost is missing and the known costs are within the budget."),
      })
      .optional()
      .describe("Present only with `--budget`."),
    against: against.optional(),
  })
  .meta({ title: "Podwright cost report" });

export type Rates = Readonly<z.infer<typeof rates>>;
export type ResourceCost = Readonly<z.infer<typeof resource>>;
export type StackCost = Readonly<z.infer<typeof stack>>;
export type CostReport = Readonly<z.infer<typeof costReport>>;
export type Against = Readonly<z.infer<typeof against>>;

/** A budget in US dollars per hour, or per month of 730 hours. */
export interface Budget {
  readonly amount: number;
  readonly per: "hour" | "month";
  /** True if a missing price counts as 0, and not as a cost over the budget. */
  readonly allowUnknownPrices?: boolean;
}

/** Says which costs the report lacks. `undefined` for a complete report. */
export function missingIn(stacks: readonly StackCost[]): string | undefined {
  if (stacks.some(({ error }) => error !== undefined)) return "because a stack is missing";
  const unpriced = stacks.some(({ resources }) => resources.some(({ unknown }) => unknown !== undefined));
  return unpriced ? "because prices are missing" : undefined;
}

export function sumOf(all: readonly Rates[]): Rates {
  const total = (key: keyof Rates) => roundMoney(all.reduce((sum, rate) => sum + rate[key], 0));
  return { now: total("now"), atRest: total("atRest"), atMost: total("atMost") };
}

/** Returns the sum of the runs of tasks. `undefined` without runs. */
export function runsOf(stacks: readonly StackCost[]): ResourceCost["once"] {
  const runs = stacks.flatMap(({ resources }) => resources.flatMap((one) => one.once ?? []));
  const total = (key: keyof (typeof runs)[number]) => roundMoney(runs.reduce((sum, run) => sum + run[key], 0));
  return runs.length === 0 ? undefined : { atMost: total("atMost"), inAnHour: total("inAnHour") };
}

/** Builds the entry of a stack that Podwright could not preview. */
export function failed({ cwd, stack }: Pick<StackCost, "cwd" | "stack">, error: string): StackCost {
  return { cwd, stack, resources: [], perHour: sumOf([]), error };
}

/** Builds the report on all stacks with their known costs. */
export function reportOf(
  stacks: StackCost[],
  { budget, ...asked }: Pick<CostReport, "previewedAt" | "refreshed"> & { readonly budget: Budget | undefined },
): CostReport {
  const perHour = sumOf(stacks.map((one) => one.perHour));
  const unknown = stacks.flatMap(({ resources }) =>
    resources.flatMap((one) => ((one.unknown ?? one.unknownNow) === undefined ? [] : [one.urn])),
  );
  // A monthly budget is compared with the monthly cost, because a division by the hours would round.
  const hours = budget?.per === "month" ? hoursPerMonth : 1;
  const runs = runsOf(stacks);
  const ofRuns = (budget?.per === "month" ? runs?.atMost : runs?.inAnHour) ?? 0;
  const exceeds = budget !== undefined && roundMoney(perHour.atMost * hours + ofRuns) > budget.amount;
  const certain = exceeds || missingIn(stacks) === undefined;
  const limit = budget && {
    perHour: roundMoney(budget.amount / hours),
    ...(budget.per === "month" && { perMonth: budget.amount }),
    over: exceeds || !(certain || budget.allowUnknownPrices === true),
    certain,
  };
  return {
    version: 1,
    ...asked,
    hoursPerMonth,
    stacks,
    perHour,
    ...(runs === undefined ? {} : { once: runs }),
    unknown,
    budget: limit,
  };
}
