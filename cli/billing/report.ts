import type { BillingGrouping, GroupedReport } from "../../client";
import type { BucketSize } from "../../client/billing/choices";
import type { StacksFlags } from "../flags/locations";
import type { OutputFormat } from "../output/output";
import type { Amounts, Subject } from "./subjects";

/** What the command line requests, and how to print it. */
export interface Question {
  readonly subject: Subject;
  readonly bucketSize: BucketSize;
  readonly startTime: string | undefined;
  readonly endTime: string | undefined;
  readonly grouping: BillingGrouping;
  readonly resourceId: string | undefined;
  readonly gpuId: string | undefined;
  /** Whose state and history to read. */
  readonly stacks: StacksFlags;
  readonly format: OutputFormat;
  readonly chart: boolean;
}

/** One bucket of time and one group in it. */
export type Row = Report["records"][number];

/** The request, and the client's report on it. */
export interface Report extends Omit<GroupedReport<Amounts>, "grouping"> {
  readonly question: Question;
}
