import * as z from "zod";
import { hoursPerMonth, roundMoney } from "../output/money";
import { pricedKinds } from "./account-kinds";

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
    now: dollars.describe("What it costs now, before the update. 0 where it does not exist yet."),
    atRest: dollars.describe("Afterwards, endpoints at `workersMin` and pods on their first choice."),
    atMost: dollars.describe("Afterwards, endpoints at `workersMax` and pods on their dearest choice."),
  })
  .describe("US dollars an hour. Where hardware of several prices may come, the highest counts.");

const resource = z
  .object({
    name: z.string().describe("The logical name in the program."),
    kind: z.enum(pricedKinds),
    urn: z.string(),
    action: z
      .enum(["create", "import", "update", "replace", "delete", "same"])
      .describe("What the update would do to it."),
    perHour: rates,
    unknown: z.string().optional().describe("What of its cost after the update is not known, in words. Counted as 0."),
    unknownNow: z.string().optional().describe("What of its cost now is not known, in words. Counted as 0."),
    assumed: z
      .string()
      .optional()
      .describe("What counts with the platform's usual value, because neither the program nor the state has one."),
    loses: z.string().optional().describe("The jobs that its delete loses on RunPod, and how to keep them."),
  })
  .describe("A resource that costs by the hour.");

const stack = z
  .object({
    cwd: z.string().describe("The folder of the Pulumi project, as given."),
    stack: z.string().nullable().describe("`null` when it holds nothing that would name it."),
    resources: z.array(resource),
    perHour: rates,
    serverlessDiscount: discountSchema.optional(),
    error: z.string().optional().describe("Why the stack could not be previewed. Counted as 0."),
  })
  .describe("One stack, after the update that was previewed.");

/** The output of `podwright cost --output json`. `version` grows when a reader has to know of a change. */
export const costReport = z
  .object({
    version: z.literal(1),
    previewedAt: z.string().describe("RFC 3339."),
    refreshed: z
      .boolean()
      .describe("Whether the preview compared with the platform (`--refresh`), or with the state alone."),
    hoursPerMonth: z.number().describe("How many hours of `perHour` make a month."),
    stacks: z.array(stack),
    perHour: rates,
    unknown: z
      .array(z.string())
      .describe("URNs of the resources with an `unknown` or `unknownNow`: what is missing in the sums."),
    budget: z
      .object({
        perHour: dollars,
        over: z.boolean().describe("Whether `atMost` is above it."),
        certain: z
          .boolean()
          .describe("`false` where `over` would be another, perhaps, if all costs after the update were known."),
      })
      .optional()
      .describe("With `--budget` only."),
  })
  .meta({ title: "Podwright cost report" });

export type Rates = Readonly<z.infer<typeof rates>>;
export type ResourceCost = Readonly<z.infer<typeof resource>>;
export type StackCost = Readonly<z.infer<typeof stack>>;
export type CostReport = Readonly<z.infer<typeof costReport>>;

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
  { budget, ...asked }: Pick<CostReport, "previewedAt" | "refreshed"> & { readonly budget: number | undefined },
): CostReport {
  const perHour = sumOf(stacks.map((one) => one.perHour));
  const unknown = stacks.flatMap(({ resources }) =>
    resources.flatMap((one) => ((one.unknown ?? one.unknownNow) === undefined ? [] : [one.urn])),
  );
  const over = budget !== undefined && perHour.atMost > budget;
  return {
    version: 1,
    ...asked,
    hoursPerMonth,
    stacks,
    perHour,
    unknown,
    budget:
      budget === undefined ? undefined : { perHour: budget, over, certain: over || missingIn(stacks) === undefined },
  };
}
