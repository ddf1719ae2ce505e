import * as z from "zod";
import { withTimeout } from "../../kernel/clock";
import { parseDuration } from "../../kernel/duration";
import { jobSchemas, jobTimeout } from "../kinds/job/job";
import { defineFunction } from "./function";

export const getEndpointHealth = defineFunction({
  name: "getEndpointHealth",
  description: "Counts the jobs and workers of an endpoint with a queue.",
  args: z.strictObject({ endpointId: z.string().min(1).describe("Id of the endpoint.") }),
  result: z.object({
    completed: z.int().describe("Number of jobs that have completed on the endpoint."),
    failed: z.int().describe("Number of jobs that have failed on the endpoint."),
    retried: z.int().describe("Number of jobs that RunPod has retried on the endpoint."),
    inQueue: z.int().describe("Number of jobs that are in the queue now."),
    inProgress: z.int().describe("Number of jobs that run now."),
    idleWorkers: z.int().describe("Number of workers that have no job now."),
    runningWorkers: z.int().describe("Number of workers that have a job now."),
    readyWorkers: z
      .int()
      .optional()
      .describe(
        "Number of workers that take jobs. An idle worker also counts as ready. Absent if RunPod does not report it.",
      ),
    initializingWorkers: z
      .int()
      .optional()
      .describe("Number of workers that start. Absent if RunPod does not report it."),
    throttledWorkers: z
      .int()
      .optional()
      .describe("Number of workers for which RunPod has no free machine. Absent if RunPod does not report it."),
    unhealthyWorkers: z
      .int()
      .optional()
      .describe("Number of workers whose container fails. Absent if RunPod does not report it."),
  }),
  async call({ platform }, { endpointId }, signal) {
    const { jobs, workers } = await platform.jobs.health(endpointId, { signal });
    const counts = Object.entries(workers).map(([state, count]) => [`${state}Workers`, count]);
    return { ...jobs, idleWorkers: workers.idle, runningWorkers: workers.running, ...Object.fromEntries(counts) };
  },
});

export const runJob = defineFunction({
  name: "runJob",
  description:
    "Runs a job on an endpoint at every deployment, and waits for its result. To run a job only once, use the resource Job. In a preview, the job does not run, and the result has no properties.",
  args: z.strictObject({
    ...jobSchemas,
    endpointId: z.string().min(1).describe("Id of an endpoint with a queue (`type: QB`), or of a public model."),
    public: z
      .boolean()
      .optional()
      .describe("If true, `endpointId` is the id of a model that RunPod offers to all users. Default false."),
    timeout: jobTimeout.describe("How long the function waits before it cancels the job, such as `30m`. Default `5m`."),
    runAtPreview: z.boolean().optional().describe("If true, a preview runs the job, too. Default false."),
  }),
  result: z.object({
    id: z.string().describe("Id of the job."),
    output: z.unknown().describe("Result of the handler."),
    executionTime: z.int().optional().describe("Milliseconds that the worker needed for the job."),
  }),
  atPreview: ({ runAtPreview = false }) => runAtPreview,
  async call({ clock, platform }, { endpointId, input, public: isPublic = false, timeout = "5m" }, signal) {
    const tooLong = new Error(`the job took longer than its \`timeout\`, ${timeout}, so Podwright cancelled it`);
    const { id, output, executionTime } = await withTimeout(
      clock,
      parseDuration(timeout),
      tooLong,
      async (timedOut) =>
        await (isPublic ? platform.publicEndpoints : platform.jobs).submit(endpointId, input, {
          signal: AbortSignal.any([signal, timedOut]),
        }),
    );
    return { id, output: output ?? null, executionTime };
  },
});
