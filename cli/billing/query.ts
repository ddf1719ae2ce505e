import type { BillingGrouping } from "../../client";
import { BUCKET_SIZES, type BucketSize } from "../../client/billing/types";
import { FlagCheck } from "../flags/flag-check";
import type { StacksFlags } from "../flags/locations";
import { type OutputFormat, outputFormats, readFormat } from "../output/format";
import type { CommandContext } from "../program/context";
import type { Subject } from "./subjects";

/** As they were typed. */
export interface BillingFlags extends StacksFlags {
  readonly bucketSize?: string;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly grouping?: string;
  readonly podId?: string;
  readonly endpointId?: string;
  readonly gpuId?: string;
  readonly output?: string;
  readonly chart?: boolean;
}

/** What is asked, and how it is to be shown. */
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

/** Judges all flags at once; nothing has been sent by then. */
export function questionOf(subject: Subject, flags: BillingFlags, context: CommandContext): Question {
  const check = new FlagCheck();
  const bucketSize = check.oneOf("--bucket-size", flags.bucketSize, BUCKET_SIZES) ?? "day";
  const startTime = check.moment("--start-time", flags.startTime);
  const endTime = check.moment("--end-time", flags.endTime);
  if (startTime !== undefined && endTime !== undefined && Date.parse(startTime) >= Date.parse(endTime)) {
    check.refuse(`--start-time must be before --end-time, and ${startTime} is not before ${endTime}`);
  }
  const grouping = check.oneOf("--grouping", flags.grouping, subject.groupings) ?? subject.groupings[0];
  const resourceId = check.id(subject.resourceFlag?.flag ?? "", flags.podId ?? flags.endpointId);
  const gpuId = check.id("--gpu-id", flags.gpuId);
  const format = readFormat(check, flags.output, { allowed: outputFormats, context });
  const chart = flags.chart ?? false;
  if (chart && flags.output !== undefined && flags.output !== "table") {
    check.refuse("--chart draws beside the table and cannot go with another --output");
  }
  check.settle();
  // A chart is for people, so it makes a table of what would have been JSON.
  return {
    subject,
    bucketSize,
    startTime,
    endTime,
    grouping,
    resourceId,
    gpuId,
    stacks: { ...(flags.cwd && { cwd: flags.cwd }), ...(flags.stack && { stack: flags.stack }) },
    format: chart ? "table" : format,
    chart,
  };
}
