import type { Job, Platform } from "../../client";
import { formatDuration } from "../flags/duration";
import { withoutControls } from "../output/controls";
import { documentOf } from "../output/documents";
import type { OutputFormat } from "../output/format";
import { dollars } from "../output/money";
import { recordOf } from "../output/record";
import type { Style } from "../output/style";
import type { CommandContext } from "../program/context";
import type { Surface } from "./surface";

/** Jobs have parts that no line of a spreadsheet holds. */
export const jobFormats = ["table", "json", "yaml"] as const;

export interface JobPrinting {
  readonly format: OutputFormat;
  readonly surface: Surface;
  readonly platform: Platform;
}

/** A job as it is: on a terminal its facts and then its output; else the platform's own fields. */
export async function printJob(
  job: Job,
  { format, surface, platform }: JobPrinting,
  context: CommandContext,
): Promise<void> {
  context.print(
    format === "json" || format === "yaml"
      ? await documentOf(format, job)
      : factsOf(job, surface.costOf(platform, job), context),
  );
}

function factsOf(job: Job, cost: number | undefined, context: CommandContext): string {
  const { id, status, delayTime, executionTime, workerId, error, output } = job;
  const facts = recordOf(
    [
      ["JOB", id],
      ["STATUS", status, styleOf(status)],
      ["IN QUEUE", delayTime === undefined ? undefined : formatDuration(delayTime)],
      ["RAN", executionTime === undefined ? undefined : formatDuration(executionTime)],
      ["WORKER", workerId],
      ["COST", cost === undefined ? undefined : dollars(cost)],
      ["ERROR", error],
    ],
    context,
  );
  return output === undefined ? facts : `${facts}\n${withoutControls(textOf(output))}\n`;
}

function styleOf(status: Job["status"]): Style | undefined {
  switch (status) {
    case "COMPLETED":
      return "good";
    case "FAILED":
    case "CANCELLED":
    case "TIMED_OUT":
      return "bad";
    default:
      return undefined;
  }
}

/** A text as it is, everything else as JSON. */
function textOf(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output, null, 2);
}
