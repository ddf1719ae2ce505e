import { type CommandMaker, groupOf } from "../flags/command";
import { withExamples } from "../program/help";
import { actionCommand, actions, streamCommand } from "./existing";
import { healthSubcommand, purgeQueueSubcommand } from "./queue";
import { runCommand, runsyncCommand } from "./submit";
import { ownEndpoints, type Surface } from "./surface";

type Operation = "run" | "runsync" | "status" | "stream" | "cancel" | "retry";

/** The commands that own endpoints and public models share, each with its examples. */
export function surfaceCommands(
  surface: Surface,
  examples: Readonly<Record<Operation, readonly string[]>>,
): CommandMaker[] {
  const makers: Readonly<Record<Operation, CommandMaker>> = {
    run: runCommand(surface),
    runsync: runsyncCommand(surface),
    status: actionCommand(actions.status, surface),
    stream: streamCommand(surface),
    cancel: actionCommand(actions.cancel, surface),
    retry: actionCommand(actions.retry, surface),
  };
  return Object.entries(makers).map(
    ([name, make]) =>
      (context) =>
        withExamples(make(context), examples[name as Operation]),
  );
}

/** `podwright jobs`: the job operations of queue-based endpoints. */
export const jobsCommand = groupOf("jobs", "Submit jobs to a serverless endpoint of your own, and see to them.", [
  ...surfaceCommands(ownEndpoints, {
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
  }),
  purgeQueueSubcommand,
  healthSubcommand,
]);
