import * as z from "zod";
import { withTimeout } from "../../client/values/clock";
import { jobSchemas, jobTimeout } from "../kinds/job/job";
import { parseDuration } from "../values/durations";
import { defineFunction } from "./function";

export const getEndpointHealth = defineFunction({
  name: "getEndpointHealth",
  description: "Counts the jobs and workers of a queue-based endpoint.",
  args: z.strictObject({ endpointId: z.string().min(1).describe("Id of the endpoint.") }),
  result: z.object({
    completed: z.int().describe("Jobs completed since the endpoint was created."),
    failed: z.int().describe("Jobs failed since then."),
    retried: z.int().describe("Jobs retried since then."),
    inQueue: z.int().describe("Jobs waiting now."),
    inProgress: z.int().describe("Jobs running now."),
    idleWorkers: z.int().describe("Workers without a job now."),
    runningWorkers: z.int().describe("Workers at work now."),
  }),
  async call({ platform }, { endpointId }, signal) {
    const { jobs, workers } = await platform.jobs.health(endpointId, { signal });
    return { ...jobs, idleWorkers: workers.idle, runningWorkers: workers.running };
  },
});

export const runJob = defineFunction({
  name: "runJob",
  description:
    "Runs a job on an endpoint and waits for its result. It runs again with every deployment, so use it in scripts; in a program, the resource Job runs once. A preview does not run it, and the result has no properties there.",
  args: z.strictObject({
    ...jobSchemas,
    timeout: jobTimeout.describe(
      "How long to wait for the result, such as `30m`; then the job is cancelled. Default `5m`.",
    ),
    runAtPreview: z.boolean().optional().describe("Runs the job at preview too. Default false."),
  }),
  result: z.object({
    id: z.string().describe("Id of the job."),
    output: z.unknown().describe("Result of the handler."),
    executionTime: z.int().optional().describe("Milliseconds of work."),
  }),
  atPreview: ({ runAtPreview = false }) => runAtPreview,
  async call({ clock, platform }, { endpointId, input, timeout = "5m" }, signal) {
    const tooLong = new Error(`the job took longer than its \`timeout\`, ${timeout}, and is cancelled`);
    const { id, output, executionTime } = await withTimeout(
      clock,
      parseDuration(timeout),
      tooLong,
      async (timedOut) =>
        await platform.jobs.submit(endpointId, input, { signal: AbortSignal.any([signal, timedOut]) }),
    );
    return { id, output: output ?? null, executionTime };
  },
});
