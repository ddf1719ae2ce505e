import * as z from "zod";
import { pricedKinds } from "../account/kinds";
import { hoursPerMonth, roundMoney } from "../output/money";

const discountSchema = z
  .object({
    discountFactor: z
      .number()
      .describe("RunPod does not document how it changes a price, so Podwright does not apply it."),
    type: z.string(),
    expirationDate: z.string().nullable().describe("RFC 3339; `null` for none."),
  })
  .describe("The account's serverless discount, if RunPod reports one that has not expired.");

const dollars = z.number().describe("US dollars an hour.");

const rates = z
  .object({
    now: dollars.describe("The cost before the update; 0 for a new resource."),
    atRest: dollars.describe(
      "The cost after the update, with endpoints at `workersMin` and pods on their first choice.",
    ),
    atMost: dollars.describe(
      "The cost after the update, with endpoints at `workersMax` and pods on their most expensive choice.",
    ),
  })
  .describe("US dollars an hour, at the highest price if RunPod may choose between several kinds of hardware.");

const resource = z
  .object({
    name: z.string().describe("The logical name in the program."),
    kind: z.enum(pricedKinds),
    urn: z.string(),
    action: z
      .enum(["create", "import", "update", "replace", "delete", "same"])
      .describe("The planned change of the resource."),
    perHour: rates,
    unknown: z
      .string()
      .optional()
      .describe("Why the report lacks a part of the cost after the update. The part counts as 0."),
    unknownNow: z
      .string()
      .optional()
      .describe("Why the report lacks a part of the current cost. The part counts as 0."),
    assumed: z
      .string()
      .optional()
      .describe("The inputs for which Podwright assumes RunPod's usual value, because program and state have none."),
    loses: z.string().optional().describe("The jobs that RunPod loses with the endpoint, and how to keep them."),
  })
  .describe("A resource that costs by the hour.");

const stack = z
  .object({
    cwd: z.string().describe("The folder of the Pulumi project, as given."),
    stack: z.string().nullable().describe("`null` if its state is empty and names no stack."),
    resources: z.array(resource),
    perHour: rates,
    serverlessDiscount: discountSchema.optional(),
    error: z.string().optional().describe("Why Pulumi could not preview the stack. The stack counts as 0."),
  })
  .describe("One stack, after the previewed update.");

const change = z
  .object({
    stack: z.string().describe("`production`, or `production in infra`."),
    name: z.string(),
    kind: z.string(),
    urn: z.string(),
    before: rates.nullable().describe("`null` if the other report has no such resource."),
    after: rates.nullable().describe("`null` if this report has no such resource, or deletes it."),
  })
  .describe("A resource whose cost after the update differs between the two reports.");

const against = z
  .object({
    file: z.string().describe("The other report, as given."),
    previewedAt: z.string().describe("When Podwright made the other report: RFC 3339."),
    perHour: rates.describe("The sums of the other report, over the stacks of this report."),
    changes: z.array(change),
    missing: z
      .array(z.string())
      .describe("The stacks of this report that the other report lacks or could not preview."),
  })
  .describe("With `--against` only: the difference to another report.");

/** The output of `podwright cost --output json`. `version` grows with incompatible changes. */
export const costReport = z
  .object({
    version: z.literal(1),
    previewedAt: z.string().describe("RFC 3339."),
    refreshed: z.boolean().describe("Whether the preview compared with RunPod (`--refresh`) or with the state."),
    hoursPerMonth: z.number().describe("How many hours of `perHour` make a month."),
    stacks: z.array(stack),
    perHour: rates,
    unknown: z
      .array(z.string())
      .describe("URNs of the resources with an `unknown` or `unknownNow`, whose costs the sums lack."),
    budget: z
      .object({
        perHour: dollars,
        perMonth: z.number().optional().describe("US dollars a month, only if the flag names a month."),
        over: z.boolean().describe("Whether `atMost` is above it."),
        certain: z.boolean().describe("`false` if the missing costs could change `over`."),
      })
      .optional()
      .describe("With `--budget` only."),
    against: against.optional(),
  })
  .meta({ title: "Podwright cost report" });

export type Rates = Readonly<z.infer<typeof rates>>;
export type ResourceCost = Readonly<z.infer<typeof resource>>;
export type StackCost = Readonly<z.infer<typeof stack>>;
export type CostReport = Readonly<z.infer<typeof costReport>>;
export type Against = Readonly<z.infer<typeof against>>;

/** US dollars an hour or a month of 730 hours. */
export interface Budget {
  readonly amount: number;
  readonly per: "hour" | "month";
}

/** Names the missing part of a report that may exceed the budget; `undefined` for a complete report. */
export function missingIn(stacks: readonly StackCost[]): string | undefined {
  if (stacks.some(({ error }) => error !== undefined)) return "while a stack is missing";
  const unpriced = stacks.some(({ resources }) => resources.some(({ unknown }) => unknown !== undefined));
  return unpriced ? "while prices are missing" : undefined;
}

export function sumOf(all: readonly Rates[]): Rates {
  const total = (key: keyof Rates) => roundMoney(all.reduce((sum, rate) => sum + rate[key], 0));
  return { now: total("now"), atRest: total("atRest"), atMost: total("atMost") };
}

/** The report on all stacks with their known costs. */
export function reportOf(
  stacks: StackCost[],
  { budget, ...asked }: Pick<CostReport, "previewedAt" | "refreshed"> & { readonly budget: Budget | undefined },
): CostReport {
  const perHour = sumOf(stacks.map((one) => one.perHour));
  const unknown = stacks.flatMap(({ resources }) =>
    resources.flatMap((one) => ((one.unknown ?? one.unknownNow) === undefined ? [] : [one.urn])),
  );
  // A month is compared as a month: the division would round.
  const hours = budget?.per === "month" ? hoursPerMonth : 1;
  const over = budget !== undefined && roundMoney(perHour.atMost * hours) > budget.amount;
  const limit = budget && {
    perHour: roundMoney(budget.amount / hours),
    ...(budget.per === "month" && { perMonth: budget.amount }),
    over,
    certain: over || missingIn(stacks) === undefined,
  };
  return {
    version: 1,
    ...asked,
    hoursPerMonth,
    stacks,
    perHour,
    unknown,
    budget: limit,
  };
}
