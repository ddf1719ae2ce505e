import type { GroupedReport } from "../../client";
import type { BucketSize } from "../../client/billing/choices";
import type { Discount } from "../cost/discount";
import type { Forecast } from "./forecast";
import type { NamedStacks } from "./sources";
import type { Grouping, Subject } from "./subjects";

/** The options of the command line. */
export interface Question extends NamedStacks {
  readonly subject: Subject;
  readonly bucketSize: BucketSize | undefined;
  readonly startTime: string | undefined;
  readonly endTime: string | undefined;
  readonly grouping: Grouping;
  readonly resourceId: string | undefined;
  readonly gpuId: string | undefined;
  readonly chart: boolean;
  /** True for a bill of this month, which contains a forecast. */
  readonly thisMonth: boolean;
  /** Prices of network volumes for the forecast, in US dollars per GB and month, by type. */
  readonly volumes: Readonly<Record<string, number>>;
}

/** The costs of one group in one bucket. */
export type Row = Report["records"][number];

/** The options and the client's report. Amounts are in US dollars and have RunPod's names. The total comes first. */
export interface Report extends Omit<GroupedReport<Readonly<Record<string, number>>>, "grouping"> {
  readonly question: Question;
  /** Present only in a bill of endpoints. */
  readonly serverlessDiscount: Discount | undefined;
  /** Present only in a bill of this month. */
  readonly forecast: Forecast | undefined;
}
