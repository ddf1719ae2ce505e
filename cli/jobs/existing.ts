import { Command } from "commander";
import type { Job } from "../../client";
import { FlagCheck } from "../flags/flag-check";
import { withPlatform } from "../program/connection";
import type { CommandContext } from "../program/context";
import { follow } from "./follow";
import { jobOutput, printJob } from "./render";
import { addWaitFlags, followAndPrint, readWaiting, type WaitFlags } from "./run";
import { printStream, readStreamFormat, streamOutput } from "./stream";
import { WEEK } from "./submission";
import type { Surface } from "./surface";

// What is done with a job that was submitted before.

export function statusSubcommand(surface: Surface, context: CommandContext): Command {
  const command = onJob("status", surface, "show a job, or wait for it")
    .description("Shows a job, and with --follow waits for its end.")
    .option("--ttl <time>", "remove the job this long from now, up to 7d");
  return addWaitFlags(command)
    .addOption(jobOutput.option)
    .action(async (place: string, jobId: string, flags: WaitFlags & { readonly ttl?: string }) => {
      const check = checkIds(surface, place, jobId);
      const ttl = check.duration("--ttl", flags.ttl, { min: 1, max: WEEK });
      await act({ surface, place, jobId, flags, check, what: "reading the job" }, context, (operations, signal) =>
        operations.status(place, jobId, { ttl, signal }),
      );
    });
}

export function retrySubcommand(surface: Surface, context: CommandContext): Command {
  const command = onJob("retry", surface, "queue a failed or timed out job again").description(
    "Queues a job that failed or timed out again, under its id and with its input, while its result is kept.",
  );
  return addWaitFlags(command)
    .addOption(jobOutput.option)
    .action(async (place: string, jobId: string, flags: WaitFlags) => {
      const check = checkIds(surface, place, jobId);
      // Without the signal, like a submission.
      await act({ surface, place, jobId, flags, check, what: "queueing the job again" }, context, (operations) =>
        operations.retry(place, jobId),
      );
    });
}

export function cancelSubcommand(surface: Surface, context: CommandContext): Command {
  return onJob("cancel", surface, "take a job out of the queue, or stop it")
    .description("Takes a job out of the queue, or stops it. A finished job stays as it is.")
    .addOption(jobOutput.option)
    .action(async (place: string, jobId: string, flags: WaitFlags) => {
      const check = checkIds(surface, place, jobId);
      await act({ surface, place, jobId, flags, check, what: "cancelling the job" }, context, (operations, signal) =>
        operations.cancel(place, jobId, { signal }),
      );
    });
}

export function streamSubcommand(surface: Surface, context: CommandContext): Command {
  return onJob("stream", surface, "print what a job's handler streams, as it arrives")
    .description(
      "Prints what a streaming handler yields as it arrives, until the job ends. Each part is delivered once, to whoever asks first.",
    )
    .option("--timeout <time>", "wait this long at most; the job continues (exit code 5)")
    .option("--cancel-on-interrupt", "Ctrl-C cancels the job too; without this it continues")
    .addOption(streamOutput)
    .action(async (place: string, jobId: string, flags: WaitFlags) => {
      const check = checkIds(surface, place, jobId);
      const waiting = readWaiting(check, flags, true);
      const format = readStreamFormat(check, flags.output, context);
      check.settle();
      await withPlatform(`waiting for job ${jobId}`, context, (platform, progress) =>
        follow({ surface, place, platform, context, progress, ...waiting }, jobId, (job) =>
          printStream(job, format, context, progress),
        ),
      );
    });
}

function onJob(name: string, { place }: Surface, summary: string): Command {
  return new Command(name).summary(summary).argument(`<${place}>`).argument("<job>", "the id that run printed");
}

function checkIds({ place: name }: Surface, place: string, jobId: string): FlagCheck {
  const check = new FlagCheck();
  check.id(name, place);
  check.id("job", jobId);
  return check;
}

interface Act {
  readonly surface: Surface;
  readonly place: string;
  readonly jobId: string;
  readonly flags: WaitFlags;
  readonly check: FlagCheck;
  readonly what: string;
}

type Operations = ReturnType<Surface["operationsOf"]>;

/** Does it, prints the job that comes of it, and with --follow the job as it ends. */
async function act(
  { surface, place, jobId, flags, check, what }: Act,
  context: CommandContext,
  operation: (operations: Operations, signal: AbortSignal) => Promise<Job>,
): Promise<void> {
  const { follow: waits = false } = flags;
  const format = jobOutput.read(check, flags.output, context);
  const waiting = readWaiting(check, flags, waits);
  check.settle();
  await withPlatform(what, context, async (platform, progress) => {
    const job = await operation(surface.operationsOf(platform), context.signal);
    if (!waits) {
      progress.stop();
      await printJob(job, { format, surface, platform }, context);
      return;
    }
    await followAndPrint({ surface, place, platform, context, progress, ...waiting }, jobId, format);
  });
}
