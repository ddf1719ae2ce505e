import { endpointIdOf, isId } from "../account/resource-id";
import { Ending, exitCodes } from "../context/exit-codes";
import { argument, commandOf } from "../flags/command";
import { confirm, yes } from "../flags/confirm";
import { subjectInputs } from "../operate/inputs";
import type { Search } from "../operate/subject";
import { withPlatform } from "../stack/connection";
import { healthOutput, purgeOutput } from "./render";
import { ownEndpoints } from "./surface";

const byName: Search = { command: "jobs purge-queue", kinds: ["ServerlessEndpoint"], changes: true };

/** `podwright jobs purge-queue`: removes the queued jobs of an endpoint. */
export const purgeQueueSubcommand = commandOf({
  name: "purge-queue",
  summary: "remove all waiting jobs",
  description:
    "Removes all jobs that wait in the endpoint's queue. Jobs in progress continue. " +
    "A name means an endpoint of the command's stack. For another endpoint, give its id.",
  inputs: {
    ...subjectInputs,
    resource: argument(ownEndpoints.place, ownEndpoints.placeMeaning),
    yes,
    output: purgeOutput,
  },
  examples: ["podwright jobs purge-queue <endpoint>", "podwright jobs purge-queue <endpoint> --yes"],
  run: async ({ yes, output, ...subject }, context) => {
    const { resource: endpoint } = subject;
    if (!yes && !(await confirm(`Remove all waiting jobs of ${endpoint}?`, context))) {
      context.warn("nothing was removed\n");
      throw new Ending(exitCodes.failed);
    }
    const { signal } = context;
    // Help does not need this module.
    const { onSubject } = await import("../operate/subject.js");
    // An id names one endpoint. A name could mean another team's.
    const purge =
      isId(endpoint) && subject.stack === undefined && !subject.unowned
        ? withPlatform("emptying the queue", context, async ({ jobs }) => jobs.purgeQueue(endpoint, { signal }))
        : onSubject(subject, byName, context, async ({ item, platform: { jobs } }) =>
            jobs.purgeQueue(item.id, { signal }),
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
  inputs: { endpoint: argument(ownEndpoints.place, ownEndpoints.placeMeaning), output: healthOutput },
  examples: ["podwright jobs health <endpoint>", "podwright jobs health <endpoint> --output json | jq .jobs.inQueue"],
  run: async ({ endpoint, output }, context) => {
    const { signal } = context;
    const health = withPlatform("counting jobs", context, async (platform) =>
      platform.jobs.health(await endpointIdOf(platform, endpoint, signal), { signal }),
    );
    await output.print(await health);
  },
});
