import type { Job } from "../../client";
import { absent, argument, type CommandMaker, commandOf } from "../flags/command";
import { follow, followAndPrint } from "./follow";
import { refuseIdleWait, ttl, waitInputs } from "./inputs";
import { jobOutput, printJob } from "./render";
import { printStream, streamOutput } from "./stream";
import { asNamed, type Surface } from "./surface";

// Commands about an existing job.

/**
 * A command that sends a request about a job and prints the job. With `--follow`, it waits and prints the finished job.
 */
interface Action {
  readonly name: "status" | "retry" | "cancel";
  readonly summary: string;
  readonly description: string;
  /** The text of the progress display. */
  readonly doing: string;
  readonly waits: boolean;
  send(operations: ReturnType<Surface["operationsOf"]>, job: RequestedJob, signal: AbortSignal): Promise<Job>;
}

interface RequestedJob {
  readonly place: string;
  readonly jobId: string;
  readonly ttl: number | undefined;
}

export const actions = {
  status: {
    name: "status",
    summary: "show a job, or wait for it",
    description: "Shows a job, and with --follow waits for its end.",
    doing: "reading the job",
    waits: true,
    send: (operations, { place, jobId, ttl }, signal) => operations.status(place, jobId, { ttl, signal }),
  },
  retry: {
    name: "retry",
    summary: "queue a failed or timed out job again",
    description:
      "Queues a failed or timed-out job again, with the same id and input, as long as RunPod keeps its result.",
    doing: "queueing the job again",
    waits: true,
    // Ctrl-C does not abort the request, because RunPod may already have queued the job.
    send: (operations, { place, jobId }) => operations.retry(place, jobId),
  },
  cancel: {
    name: "cancel",
    summary: "take a job out of the queue, or stop it",
    description: "Cancels a queued or running job. A finished job does not change.",
    doing: "cancelling the job",
    waits: false,
    send: (operations, { place, jobId }, signal) => operations.cancel(place, jobId, { signal }),
  },
} satisfies Readonly<Record<Action["name"], Action>>;

const noWaitInputs = { follow: absent(false), timeoutMs: absent(undefined), cancelOnInterrupt: absent(false) };

export function actionCommand(action: Action, surface: Surface): CommandMaker {
  const { name, summary, description, doing, waits, send } = action;
  return commandOf({
    name,
    summary,
    description,
    inputs: {
      ...jobInputs(surface),
      ttl: name === "status" ? ttl : absent(undefined),
      ...(waits ? waitInputs : noWaitInputs),
      output: jobOutput,
    },
    examples: surface.examples[name],
    check: refuseIdleWait,
    run: async ({ output, ...given }, outer) => {
      const { jobId, ttl, follow, cancelOnInterrupt } = given;
      const changes = name !== "status" || ttl !== undefined || cancelOnInterrupt;
      const use = { command: name, more: jobId, doing, changes };
      await surface.at(asNamed(given), use, outer, async (place) => {
        const { id, platform, progress, context } = place;
        const job = await send(surface.operationsOf(platform), { place: id, jobId, ttl }, context.signal);
        if (follow) return await followAndPrint({ surface, ...place, ...given, named: asNamed(given) }, job, output);
        progress.stop();
        await printJob(job, { output, surface, platform });
      });
    },
  });
}

export function streamCommand(surface: Surface): CommandMaker {
  const { timeoutMs, cancelOnInterrupt } = waitInputs;
  return commandOf({
    name: "stream",
    summary: "print the streamed chunks of a job as they arrive",
    description:
      "Prints the chunks that a streaming handler yields, until the job ends. RunPod delivers each chunk once, to the first reader.",
    inputs: { ...jobInputs(surface), timeoutMs, cancelOnInterrupt, output: streamOutput },
    examples: surface.examples.stream,
    run: async ({ jobId, output, ...given }, outer) => {
      const use = { command: "stream", more: jobId, doing: `waiting for job ${jobId}`, changes: true };
      await surface.at(asNamed(given), use, outer, async (place) => {
        await follow({ surface, ...place, ...given, named: asNamed(given) }, jobId, (job) =>
          printStream(job, output, place.context, place.progress),
        );
      });
    },
  });
}

function jobInputs({ inputs: { place, ...flags } }: Surface) {
  return { place, jobId: argument("job", "id of the job, which `run` printed"), ...flags };
}
