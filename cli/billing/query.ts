import { BUCKET_SIZES } from "../../client/billing/choices";
import { FlagCheck } from "../flags/flag-check";
import type { StacksFlags } from "../flags/locations";
import type { CommandContext } from "../program/context";
import { billingOutput } from "./render";
import type { Question } from "./report";
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
  const format = billingOutput.read(check, flags.output, context);
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
