import { Command } from "commander";
import { confirm } from "../flags/confirm";
import { FlagCheck } from "../flags/flag-check";
import type { Output } from "../output/output";
import { withPlatform } from "../program/connection";
import type { CommandContext } from "../program/context";
import { Ending, exitCodes } from "../program/exit-codes";
import { healthOutput, purgeOutput } from "./render";

interface Flags {
  readonly output?: string;
  readonly yes?: boolean;
}

/** `podwright jobs purge-queue` */
export function purgeQueueSubcommand(context: CommandContext): Command {
  return new Command("purge-queue")
    .summary("remove every job that waits")
    .description("Removes every job that waits in the endpoint's queue. Jobs in progress continue.")
    .argument("<endpoint>")
    .option("--yes", "do not ask; required without a terminal")
    .addOption(purgeOutput.option)
    .action(async (endpointId: string, flags: Flags) => {
      const format = checked(purgeOutput, endpointId, flags, context);
      if (flags.yes !== true && !(await confirm(`Remove every job that waits at ${endpointId}?`, context))) {
        context.warn("nothing was removed\n");
        throw new Ending(exitCodes.failed);
      }
      const purged = await withPlatform("emptying the queue", context, ({ jobs }) =>
        jobs.purgeQueue(endpointId, { signal: context.signal }),
      );
      await purgeOutput.print(purged, format, context);
    });
}

/** `podwright jobs health` */
export function healthSubcommand(context: CommandContext): Command {
  return new Command("health")
    .summary("count an endpoint's jobs and workers")
    .description("Counts an endpoint's jobs and workers. Completed, failed and retried add up since it was created.")
    .argument("<endpoint>")
    .addOption(healthOutput.option)
    .action(async (endpointId: string, flags: Flags) => {
      const format = checked(healthOutput, endpointId, flags, context);
      const health = await withPlatform("counting jobs", context, ({ jobs }) =>
        jobs.health(endpointId, { signal: context.signal }),
      );
      await healthOutput.print(health, format, context);
    });
}

function checked<Result>(shape: Output<Result>, endpointId: string, { output }: Flags, context: CommandContext) {
  const check = new FlagCheck();
  check.id("endpoint", endpointId);
  const format = shape.read(check, output, context);
  check.settle();
  return format;
}
