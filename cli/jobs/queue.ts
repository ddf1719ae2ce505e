import { Ending, exitCodes } from "../context/exit-codes";
import { commandOf } from "../flags/command";
import { confirm, yes } from "../flags/confirm";
import { healthOutput, purgeOutput } from "./render";
import { onEndpoint, ownEndpoints } from "./surface";

/** `podwright jobs purge-queue`: removes the queued jobs of an endpoint. */
export const purgeQueueSubcommand = commandOf({
  name: "purge-queue",
  summary: "remove all waiting jobs",
  description: "Removes all jobs that wait in the endpoint's queue. Jobs in progress continue.",
  inputs: { ...ownEndpoints.inputs, yes, output: purgeOutput },
  examples: ["podwright jobs purge-queue <endpoint>", "podwright jobs purge-queue <endpoint> --yes"],
  run: async ({ yes, output, ...named }, context) => {
    const { place: endpoint } = named;
    if (!yes && !(await confirm(`Remove all waiting jobs of ${endpoint}?`, context))) {
      context.warn("nothing was removed\n");
      throw new Ending(exitCodes.failed);
    }
    const use = { command: "purge-queue", doing: "emptying the queue", changes: true };
    // Even an id needs proof, because the jobs of another team would be lost.
    const purge = onEndpoint(named, use, context, async ({ id, platform: { jobs }, context: { signal } }) =>
      jobs.purgeQueue(id, { signal }),
    );
    await output.print(await purge);
  },
});

/** `podwright jobs health`: shows the jobs and workers of an endpoint. */
export const healthSubcommand = commandOf({
  name: "health",
  summary: "count an endpoint's jobs and workers",
  description:
    "Counts an endpoint's jobs and workers. Completed, failed and retried jobs count since the creation of the endpoint.",
  inputs: { ...ownEndpoints.inputs, output: healthOutput },
  examples: ["podwright jobs health <endpoint>", "podwright jobs health <endpoint> --output json | jq .jobs.inQueue"],
  run: async ({ output, ...named }, context) => {
    const use = { command: "health", doing: "counting jobs", changes: false };
    const health = ownEndpoints.at(named, use, context, async ({ id, platform, context: { signal } }) =>
      platform.jobs.health(id, { signal }),
    );
    await output.print(await health);
  },
});
