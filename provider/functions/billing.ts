import * as z from "zod";
import { type BillingReport, BUCKET_SIZES, type Platform } from "../../client";
import { choice } from "../planning/property-types";
import { defineFunction } from "./function";

const subject = choice(["account", "pods", "serverless", "publicEndpoints", "networkVolumes", "clusters"], {
  account: "The whole bill.",
  pods: "Costs of pods.",
  serverless: "Costs of serverless endpoints.",
  publicEndpoints: "Costs of RunPod's public endpoints.",
  networkVolumes: "Costs of network volumes.",
  clusters: "Costs of clusters.",
});
type Subject = z.output<typeof subject>;

/** Fields that contain the id of a record's resource. */
const idFields = ["podId", "serverlessId", "networkVolumeId", "clusterId"] as const;

export const getBilling = defineFunction({
  name: "getBilling",
  description: "Returns the account's costs for each period and, if RunPod reports them, for each resource.",
  args: z.strictObject({
    subject: subject
      .optional()
      .describe("Part of the bill that the function returns. Default `account`: the whole bill."),
    bucketSize: choice(BUCKET_SIZES, {
      hour: "Each period is an hour.",
      day: "Each period is a day.",
      week: "Each period is a week.",
      month: "Each period is a month.",
      year: "Each period is a year.",
    })
      .optional()
      .describe("Length of each period. Default `day`."),
    startTime: z.string().optional().describe("Start of the first period, in RFC 3339. Default: 30 days ago."),
    endTime: z
      .string()
      .optional()
      .describe("End of the bill, in RFC 3339. The bill excludes this moment. Default: now."),
    lastN: z
      .int()
      .min(1)
      .optional()
      .describe("Number of recent periods. Use it in place of `startTime` and `endTime`."),
  }),
  result: z.object({
    records: z
      .array(
        z.object({
          startTime: z.string().describe("Start of the period, in RFC 3339."),
          endTime: z.string().describe("End of the period, in RFC 3339. The period excludes this moment."),
          resourceId: z
            .string()
            .optional()
            .describe("Id of the resource. Absent if the record covers several resources."),
          totalAmount: z.number().describe("Cost in US dollars."),
          amounts: z
            .record(z.string(), z.number())
            .describe("Cost of each component in US dollars, such as `gpuAmount`."),
        }),
      )
      .describe("Records of the bill: one for each period, or for each period and resource."),
    totalAmount: z.number().describe("Total cost in US dollars."),
    amounts: z.record(z.string(), z.number()).describe("Total cost of each component in US dollars."),
  }),
  async call({ platform }, { subject: about = "account", ...query }, signal) {
    const { records, totals } = await reportOf(platform, about, { ...query, signal });
    return {
      records: records.map((record) => {
        const { startTime, endTime } = record;
        const resourceId = idFields.map((field) => (record as Record<string, unknown>)[field]).find(isString);
        return { startTime, endTime, resourceId, ...amountsOf(record) };
      }),
      ...amountsOf(totals),
    };
  },
});

type Report = BillingReport<{ startTime: string; endTime: string; totalAmount: number }, { totalAmount: number }>;

function reportOf(
  { billing }: Platform,
  about: Subject,
  query: Parameters<Platform["billing"]["account"]>[0],
): Promise<Report> {
  return billing[about](query);
}

function amountsOf(values: object): { totalAmount: number; amounts: Record<string, number> } {
  const amounts = Object.entries(values).filter(
    (entry): entry is [string, number] => entry[0].endsWith("Amount") && typeof entry[1] === "number",
  );
  const { totalAmount = 0, ...rest } = Object.fromEntries(amounts);
  return { totalAmount, amounts: rest };
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}
