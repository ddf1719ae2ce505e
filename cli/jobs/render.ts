import type { EndpointHealth, Job, Platform, PurgedQueue } from "../../client";
import { formatDuration } from "../../kernel/duration";
import { plainLines } from "../../kernel/plain-text";
import { Output, type Printer } from "../flags/output";
import { dollars } from "../output/money";
import { recordOf } from "../output/record";
import type { Display, Style } from "../output/style";
import { counted } from "../output/text";
import type { Surface } from "./surface";

interface PricedJob {
  readonly job: Job;
  /** The cost of the job in US dollars. Absent if RunPod does not report it. */
  readonly cost: number | undefined;
}

/**
 * Renders a job. The table shows the facts of the job and then its output. JSON and YAML contain RunPod's own fields.
 */
export const jobOutput = new Output<PricedJob>("data", { table: factsOf, document: ({ job }) => job });

export const healthOutput = new Output<EndpointHealth>("data", { table: countsOf });

export const purgeOutput = new Output<PurgedQueue>("data", {
  table: ({ removed }) => `${counted(removed, "job")} removed.\n`,
});

export type JobPrinter = Printer<PricedJob>;

interface JobPrinting {
  readonly output: JobPrinter;
  readonly surface: Surface;
  readonly platform: Platform;
}

export async function printJob(job: Job, { output, surface, platform }: JobPrinting): Promise<void> {
  await output.print({ job, cost: surface.costOf(platform, job) });
}

function factsOf({ job, cost }: PricedJob, display: Display): string {
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
    display,
  );
  return output === undefined ? facts : `${facts}\n${plainLines(textOf(output))}\n`;
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

/** Returns a text unchanged, and other values as JSON. */
function textOf(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output, null, 2);
}

function countsOf({ jobs, workers }: EndpointHealth, display: Display): string {
  const { inQueue, inProgress, completed, failed, retried } = jobs;
  const counts = (all: object) =>
    Object.entries(all)
      .map(([name, count]) => `${wordsOf(name)} ${String(count)}`)
      .join(", ");
  return recordOf(
    [
      ["JOBS", counts({ inQueue, inProgress, completed, failed, retried })],
      ["WORKERS", counts(workers)],
    ],
    display,
  );
}

/** Returns a counter in words, such as `in queue` for `inQueue`. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
