import type { BillingGrouping, GroupedReport } from "../../client";
import type { BucketSize } from "../../client/billing/choices";
import type { Discount } from "../cost/discount";
import type { NamedStacks } from "./sources";
import type { Subject } from "./subjects";

/** The request of the command line. */
export interface Question extends NamedStacks {
  readonly subject: Subject;
  readonly bucketSize: BucketSize | undefined;
  readonly startTime: string | undefined;
  readonly endTime: string | undefined;
  readonly grouping: BillingGrouping;
  readonly resourceId: string | undefined;
  readonly gpuId: string | undefined;
  readonly chart: boolean;
}

/** One bucket of time and one group in it. */
export type Row = Report["records"][number];

/** The request, and the client's report on it; US dollars by wire name, the total first. */
export interface Report extends Omit<GroupedReport<Readonly<Record<string, number>>>, "grouping"> {
  readonly question: Question;
  /** Only for a bill of endpoints. */
  readonly serverlessDiscount: Discount | undefined;
}
