import { Command } from "commander";
import type { EndpointHealth } from "../../client";
import { confirm } from "../flags/confirm";
import { FlagCheck } from "../flags/flag-check";
import { counted } from "../output/counted";
import { documentOf } from "../output/documents";
import { readFormat } from "../output/format";
import { recordOf } from "../output/record";
import { withPlatform } from "../program/connection";
import type { CommandContext } from "../program/context";
import { Ending, exitCodes } from "../program/exit-codes";
import { jobFormats } from "./render";
import { jobOutput } from "./run";

interface Flags {
  readonly output?: string;
  readonly yes?: boolean;
}

/** `podwright jobs purge-queue` */
export function purgeQueueSubcommand(context: CommandContext): Command {
  return new Command("purge-queue")
    .summary("remove every job that waits")
    .description("Removes every job that waits in the endpoint's queue. Jobs in progress go on.")
    .argument("<endpoint>")
    .option("--yes", "do not ask; needed where nobody can be asked")
    .addOption(jobOutput)
    .action(async (endpointId: string, flags: Flags) => {
      const format = checked(endpointId, flags, context);
      if (flags.yes !== true && !(await confirm(`Remove every job that waits at ${endpointId}?`, context))) {
        context.warn("nothing was removed\n");
        throw new Ending(exitCodes.failed);
      }
      const purged = await withPlatform("emptying the queue", context, ({ jobs }) =>
        jobs.purgeQueue(endpointId, { signal: context.signal }),
      );
      context.print(
        format === "json" || format === "yaml"
          ? await documentOf(format, purged)
          : `${counted(purged.removed, "job")} removed.\n`,
      );
    });
}

/** `podwright jobs health` */
export function healthSubcommand(context: CommandContext): Command {
  return new Command("health")
    .summary("count an endpoint's jobs and workers")
    .description("Counts an endpoint's jobs and workers. Completed, failed and retried add up since it was created.")
    .argument("<endpoint>")
    .addOption(jobOutput)
    .action(async (endpointId: string, flags: Flags) => {
      const format = checked(endpointId, flags, context);
      const health = await withPlatform("counting jobs", context, ({ jobs }) =>
        jobs.health(endpointId, { signal: context.signal }),
      );
      context.print(
        format === "json" || format === "yaml" ? await documentOf(format, health) : countsOf(health, context),
      );
    });
}

function checked(endpointId: string, { output }: Flags, context: CommandContext) {
  const check = new FlagCheck();
  check.id("endpoint", endpointId);
  const format = readFormat(check, output, { allowed: jobFormats, context });
  check.settle();
  return format;
}

function countsOf({ jobs, workers }: EndpointHealth, context: CommandContext): string {
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
    context,
  );
}

/** `inQueue` as `in queue`. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
