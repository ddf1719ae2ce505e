import * as z from "zod";
import { discountSchema } from "../cost/report";

const amount = z.number();

const record = z
  .object({
    startTime: z.string().describe("Start of the bucket."),
    endTime: z.string().describe("End of the bucket. The bucket excludes this moment."),
    totalAmount: amount.describe(
      "Sum of the record's other amounts. All amounts are in US dollars, and exact to a billionth.",
    ),
    gpuAmount: amount.optional().describe("Pods and endpoints only: cost of GPUs."),
    cpuAmount: amount.optional().describe("Pods and endpoints only: cost of CPUs."),
    diskAmount: amount.optional().describe("Pods and endpoints only: cost of disks."),
    feeAmount: amount.optional().describe("Endpoints only: fees."),
    standardAmount: amount.optional().describe("Volumes only: cost of the type `STANDARD`."),
    highPerformanceAmount: amount.optional().describe("Volumes only: cost of the type `HIGH_PERFORMANCE`."),
  })
  .catchall(z.string());

const forecast = z.strictObject({
  month: z.string().describe("Month, such as `2026-06`."),
  spent: amount.describe("Bill so far."),
  perHour: amount.describe("Current cost of the resources per hour."),
  total: amount.describe("Expected bill at the end of the month."),
  unpriced: z.int().describe("Number of resources without a known price. `perHour` does not include their cost."),
});

/** The output of `podwright billing … --output json`. */
export const billingDocument = z.strictObject({
  subject: z.enum(["pods", "serverless", "network-volume"]).describe("The subcommand."),
  startTime: z.string().describe("Start of the bill. RunPod extends your period to whole buckets."),
  endTime: z.string().describe("End of the bill. The bill excludes this moment."),
  bucketSize: z.string().describe("Length of a bucket, such as `day`."),
  grouping: z.string().describe("The field that names the group of each record, such as `gpuId`."),
  records: z.array(record).describe("A record for each bucket and group with costs, ordered by time and group."),
  totals: z.record(z.string(), amount).describe("Sums of the amounts of all records."),
  serverlessDiscount: discountSchema
    .optional()
    .describe(
      "Endpoints only. The account's discount, if RunPod reports one that has not expired. The amounts are the amounts that RunPod billed.",
    ),
  forecast: forecast.optional().describe("Forecast for the whole month. Present only with `--this-month`."),
});
