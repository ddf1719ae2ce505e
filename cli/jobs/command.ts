import type { Command } from "commander";
import { groupOf } from "../flags/command";
import type { CommandContext } from "../program/context";
import { withExamples } from "../program/help";
import { actionCommand, actions, streamCommand } from "./existing";
import { healthSubcommand, purgeQueueSubcommand } from "./queue";
import { runCommand, runsyncCommand } from "./submit";
import { ownEndpoints, type Surface } from "./surface";

type Operation = "run" | "runsync" | "status" | "stream" | "cancel" | "retry";

/** The commands that own endpoints and public models share. */
export function surfaceCommands(
  surface: Surface,
  context: CommandContext,
  examples: Readonly<Record<Operation, readonly string[]>>,
): Command[] {
  const commands = [
    runCommand(surface, context),
    runsyncCommand(surface, context),
    actionCommand(actions.status, surface, context),
    streamCommand(surface, context),
    actionCommand(actions.cancel, surface, context),
    actionCommand(actions.retry, surface, context),
  ];
  return commands.map((command) => withExamples(command, examples[command.name() as Operation]));
}

/** `podwright jobs`: the job operations of queue-based endpoints. */
export function jobsCommand(context: CommandContext): Command {
  const commands = surfaceCommands(ownEndpoints, context, {
    run: [
      `podwright jobs run <endpoint> --input '{"prompt": "hello"}'`,
      "podwright jobs run <endpoint> --input @input.json --follow --timeout 10m",
      "jq -n '{prompt: $ENV.PROMPT}' | podwright jobs run <endpoint> --input - --stream",
    ],
    runsync: [
      `podwright jobs runsync <endpoint> --input '{"prompt": "hello"}'`,
      "podwright jobs runsync <endpoint> --input @input.json --wait 5m | jq .output",
    ],
    status: ["podwright jobs status <endpoint> <job>", "podwright jobs status <endpoint> <job> --follow --output json"],
    stream: [
      "podwright jobs stream <endpoint> <job>",
      "podwright jobs stream <endpoint> <job> --output json | jq -j .output",
    ],
    cancel: ["podwright jobs cancel <endpoint> <job>"],
    retry: ["podwright jobs retry <endpoint> <job>", "podwright jobs retry <endpoint> <job> --follow"],
  });
  const queue = [purgeQueueSubcommand(context), healthSubcommand(context)];
  return groupOf("jobs", "Submit jobs to a serverless endpoint of your own, and see to them.", [...commands, ...queue]);
}
