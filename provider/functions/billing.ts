import * as z from "zod";
import { type BillingReport, BUCKET_SIZES, type Platform } from "../../client";
import { defineFunction } from "./function";

const subject = z.enum(["account", "pods", "serverless", "publicEndpoints", "networkVolumes", "clusters"]);
type Subject = z.output<typeof subject>;

/** The field that names a record's resource, if its records have one. */
const idFields = ["podId", "serverlessId", "networkVolumeId", "clusterId"] as const;

export const getBilling = defineFunction({
  name: "getBilling",
  description: "Costs by time bucket and, where known, by resource.",
  args: z.strictObject({
    subject: subject.optional().describe("The part of the bill. Default `account`: everything."),
    bucketSize: z.enum(BUCKET_SIZES).optional().describe("Default `day`."),
    startTime: z.string().optional().describe("RFC 3339. Default: 30 days ago."),
    endTime: z.string().optional().describe("RFC 3339, not included. Default: now."),
    lastN: z.int().min(1).optional().describe("The last so many buckets, instead of the two times."),
  }),
  result: z.object({
    records: z
      .array(
        z.object({
          startTime: z.string().describe("Start of the bucket."),
          endTime: z.string().describe("End of the bucket, not included."),
          resourceId: z.string().optional().describe("The resource, where the record is about one."),
          totalAmount: z.number().describe("US dollars."),
          amounts: z.record(z.string(), z.number()).describe("US dollars by component, such as `gpuAmount`."),
        }),
      )
      .describe("One record for each bucket, and for each resource where known."),
    totalAmount: z.number().describe("US dollars in all."),
    amounts: z.record(z.string(), z.number()).describe("US dollars by component in all."),
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
