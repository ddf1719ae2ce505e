import { Command } from "commander";
import type { Job } from "../../client";
import { FlagCheck } from "../flags/flag-check";
import { choice } from "../flags/options";
import type { OutputFormat } from "../output/output";
import { withPlatform } from "../program/connection";
import type { CommandContext } from "../program/context";
import { hintOf } from "../program/help";
import { type Following, follow, JobUnfinishedError, readTimeout } from "./follow";
import { jobOutput, printJob } from "./render";
import { printStream, readStreamFormat, type StreamFormat } from "./stream";
import { addSubmissionFlags, readSubmission, readWait, type Submission, type SubmissionFlags } from "./submission";
import { type Surface, statusCommand } from "./surface";

/** What waits for a job it knows has these. */
export interface WaitFlags {
  readonly follow?: boolean;
  readonly timeout?: string;
  readonly cancelOnInterrupt?: boolean;
  readonly output?: string;
}

interface RunFlags extends SubmissionFlags, WaitFlags {
  readonly stream?: boolean;
}

interface RunSyncFlags extends SubmissionFlags {
  readonly wait?: string;
  readonly output?: string;
}

export function addWaitFlags(command: Command): Command {
  return command
    .option("--follow", "wait for the end and print the result")
    .option("--timeout <time>", "wait this long at most; the job continues (exit code 5)")
    .option("--cancel-on-interrupt", "Ctrl-C cancels the job too; without this it continues");
}

export function runCommand(surface: Surface, context: CommandContext): Command {
  const command = new Command("run")
    .summary("submit a job")
    .description(
      "Submits a job of at most 10 MB and prints its id. Results are kept for 30 minutes after the job has ended.",
    )
    .argument(`<${surface.place}>`);
  addWaitFlags(addSubmissionFlags(command).option("--stream", "print what the handler streams, as it arrives"));
  return command
    .addOption(
      choice("-o, --output <format>", "default: table on a terminal, else json; with --stream, text or json", [
        ...jobOutput.formats,
        "text",
      ]),
    )
    .action(async (place: string, flags: RunFlags) => {
      const check = new FlagCheck();
      check.id(surface.place, place);
      const submission = await readSubmission(check, flags, context);
      const how = readHow(check, flags, context);
      check.settle();
      await submit({ surface, place, submission, how }, context);
    });
}

type How =
  | { readonly kind: "leave"; readonly format: OutputFormat }
  | ({ readonly kind: "follow"; readonly format: OutputFormat } & Waiting)
  | ({ readonly kind: "stream"; readonly format: StreamFormat } & Waiting);

export type Waiting = Pick<Following, "timeoutMs" | "cancelOnInterrupt">;

function readHow(check: FlagCheck, flags: RunFlags, context: CommandContext): How {
  const { follow = false, stream = false, output } = flags;
  const waiting = readWaiting(check, flags, follow || stream);
  if (follow && stream) check.refuse("--follow and --stream exclude each other");
  if (stream) return { kind: "stream", format: readStreamFormat(check, output, context), ...waiting };
  const format = jobOutput.read(check, output, context);
  return follow ? { kind: "follow", format, ...waiting } : { kind: "leave", format };
}

export function readWaiting(check: FlagCheck, flags: WaitFlags, waits: boolean): Waiting {
  const { timeout, cancelOnInterrupt = false } = flags;
  if (timeout !== undefined && !waits) check.refuse("--timeout needs --follow or --stream: nothing is waited for");
  if (cancelOnInterrupt && !waits)
    check.refuse("--cancel-on-interrupt needs --follow or --stream: nothing is waited for");
  return { timeoutMs: readTimeout(check, timeout), cancelOnInterrupt };
}

interface Run {
  readonly surface: Surface;
  readonly place: string;
  readonly submission: Submission;
  readonly how: How;
}

async function submit({ surface, place, submission, how }: Run, context: CommandContext): Promise<void> {
  await withPlatform("submitting the job", context, async (platform, progress) => {
    const { input, options } = submission;
    // Without the signal: an interrupted submission would leave a job behind whose id nobody knows.
    const job = await surface.operationsOf(platform).run(place, input, options);
    if (how.kind === "leave") {
      progress.stop();
      await printJob(job, { format: how.format, surface, platform }, context);
      if (context.terminal !== undefined) {
        context.warn(`${hintOf(`"${statusCommand(surface, place, job.id)} --follow" waits for it`, context)}\n`);
      }
      return;
    }
    progress.update(`job ${job.id} is ${job.status}`);
    const following = { surface, place, platform, context, progress, input, ...how };
    if (how.kind === "follow") await followAndPrint(following, job.id, how.format);
    else await follow(following, job.id, (tracked) => printStream(tracked, how.format, context, progress));
  });
}

/** Prints the job as it ends, or as it is when the wait is over. */
export async function followAndPrint(following: Following, jobId: string, format: OutputFormat): Promise<void> {
  const { surface, platform, context, progress } = following;
  const print = (job: Job) => printJob(job, { format, surface, platform }, context);
  await follow({ ...following, printUnfinished: print }, jobId, async (tracked) => {
    const finished = await tracked.finished();
    progress.stop();
    await print(finished);
    await tracked;
  });
}

export function runsyncCommand(surface: Surface, context: CommandContext): Command {
  const command = new Command("runsync")
    .summary("submit a job and wait for its result on the same request")
    .description(
      "Submits a job of at most 20 MB and waits for its result. A job that is not finished when the wait ends continues (exit code 5). " +
        "Ctrl-C leaves a job whose id is not known yet; `run --follow` is the one to interrupt.",
    )
    .argument(`<${surface.place}>`);
  return addSubmissionFlags(command)
    .option("--wait <time>", "how long the platform holds the request, 1s to 5m (default: 90s)")
    .addOption(jobOutput.option)
    .action(async (place: string, flags: RunSyncFlags) => {
      const check = new FlagCheck();
      check.id(surface.place, place);
      const submission = await readSubmission(check, flags, context);
      const wait = readWait(check, flags.wait);
      const format = jobOutput.read(check, flags.output, context);
      check.settle();
      await runsync({ surface, place, submission, wait, format }, context);
    });
}

interface RunSync extends Omit<Run, "how"> {
  readonly wait: number | undefined;
  readonly format: OutputFormat;
}

async function runsync({ surface, place, submission, wait, format }: RunSync, context: CommandContext): Promise<void> {
  const { isFinished } = await import("../../client/index.js");
  await withPlatform("waiting for the result", context, async (platform, progress) => {
    const operations = surface.operationsOf(platform);
    const { input, options } = submission;
    const job = await operations.runsync(place, input, { ...options, wait, signal: context.signal });
    progress.stop();
    await printJob(job, { format, surface, platform }, context);
    if (!isFinished(job)) {
      throw new JobUnfinishedError(
        `job ${job.id} was not finished when the wait ended and continues: \`${statusCommand(surface, place, job.id)}\` shows it`,
      );
    }
    // Throws the error of any end but a good one.
    await operations.track(place, job, { input });
  });
}
