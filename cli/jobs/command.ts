import { Command } from "commander";
import type { CommandContext } from "../program/context";
import { withExamples } from "../program/help";
import { cancelSubcommand, retrySubcommand, statusSubcommand, streamSubcommand } from "./existing";
import { healthSubcommand, purgeQueueSubcommand } from "./queue";
import { runCommand, runsyncCommand } from "./run";
import { ownEndpoints } from "./surface";

/** `podwright jobs`: the job operations of queue-based endpoints. */
export function jobsCommand(context: CommandContext): Command {
  const command = new Command("jobs").description("Submit jobs to a serverless endpoint of your own, and see to them.");
  const subcommands: readonly (readonly [Command, readonly string[]])[] = [
    [
      runCommand(ownEndpoints, context),
      [
        `podwright jobs run <endpoint> --input '{"prompt": "hello"}'`,
        "podwright jobs run <endpoint> --input @input.json --follow --timeout 10m",
        "jq -n '{prompt: $ENV.PROMPT}' | podwright jobs run <endpoint> --input - --stream",
      ],
    ],
    [
      runsyncCommand(ownEndpoints, context),
      [
        `podwright jobs runsync <endpoint> --input '{"prompt": "hello"}'`,
        "podwright jobs runsync <endpoint> --input @input.json --wait 5m | jq .output",
      ],
    ],
    [
      statusSubcommand(ownEndpoints, context),
      ["podwright jobs status <endpoint> <job>", "podwright jobs status <endpoint> <job> --follow --output json"],
    ],
    [
      streamSubcommand(ownEndpoints, context),
      [
        "podwright jobs stream <endpoint> <job>",
        "podwright jobs stream <endpoint> <job> --output json | jq -j .output",
      ],
    ],
    [cancelSubcommand(ownEndpoints, context), ["podwright jobs cancel <endpoint> <job>"]],
    [
      retrySubcommand(ownEndpoints, context),
      ["podwright jobs retry <endpoint> <job>", "podwright jobs retry <endpoint> <job> --follow"],
    ],
    [
      purgeQueueSubcommand(context),
      ["podwright jobs purge-queue <endpoint>", "podwright jobs purge-queue <endpoint> --yes"],
    ],
    [
      healthSubcommand(context),
      ["podwright jobs health <endpoint>", "podwright jobs health <endpoint> --output json | jq .jobs.inQueue"],
    ],
  ];
  for (const [subcommand, examples] of subcommands) command.addCommand(withExamples(subcommand, examples));
  return command;
}
