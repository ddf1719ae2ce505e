import { type CommandMaker, groupOf } from "../flags/command";
import { actionCommand, actions, streamCommand } from "./existing";
import { healthSubcommand, purgeQueueSubcommand } from "./queue";
import { runCommand, runsyncCommand } from "./submit";
import { ownEndpoints, type Surface } from "./surface";

/** Makes the commands for own endpoints or for public models. */
export function surfaceCommands(surface: Surface): CommandMaker[] {
  return [
    runCommand(surface),
    runsyncCommand(surface),
    actionCommand(actions.status, surface),
    streamCommand(surface),
    actionCommand(actions.cancel, surface),
    actionCommand(actions.retry, surface),
  ];
}

/** `podwright jobs`: the job operations of queue-based endpoints. */
export const jobsCommand = groupOf(
  "jobs",
  "Submits jobs to your serverless endpoints, and shows, cancels and retries them.",
  [...surfaceCommands(ownEndpoints), purgeQueueSubcommand, healthSubcommand],
);
