import { Option } from "commander";
import { commandOf, type Input } from "../flags/command";
import { hintOf } from "../flags/help";
import { choosing, on } from "../flags/inputs";
import { outputFlag } from "../flags/output";
import { follow, followAndPrint, JobUnfinishedError } from "./follow";
import { optionsOf, refuseIdleWait, submissionInputs, wait, waitInputs } from "./inputs";
import { type JobPrinter, jobOutput, printJob } from "./render";
import { printStream, type StreamFormat, streamOutput } from "./stream";
import { asNamed, type Surface, statusCommand } from "./surface";

export const runCommand = (surface: Surface) =>
  commandOf({
    name: "run",
    summary: "submit a job",
    description:
      "Submits a job of at most 10 MB (10,000,000 bytes) and prints its id. RunPod keeps the result for 30 minutes after the end of the job.",
    inputs: {
      ...surface.inputs,
      ...submissionInputs,
      stream: on("--stream", "print the streamed chunks as they arrive"),
      ...waitInputs,
      output: runOutput,
    },
    examples: surface.examples.run,
    check: refuseIdleWait,
    run: async ({ input, output, ...flags }, outer) => {
      const named = asNamed(flags);
      const use = { command: "run", more: "--input -", doing: "submitting the job", changes: true };
      await surface.at(named, use, outer, async (place) => {
        const { id, platform, progress, context } = place;
        // Ctrl-C does not abort the submission, because the user would not know the id of the submitted job.
        const job = await surface.operationsOf(platform).run(id, input, optionsOf({ input, ...flags }));
        const following = { surface, named, input, ...place, ...flags };
        if (flags.follow || flags.stream) progress.update(`job ${job.id} is ${job.status}`);
        if ("stream" in output) {
          await follow(following, job, (tracked) => printStream(tracked, output.stream, context, progress));
        } else if (flags.follow) {
          await followAndPrint(following, job, output.job);
        } else {
          progress.stop();
          await printJob(job, { output: output.job, surface, platform });
          if (context.terminal === undefined) return;
          context.warn(`${hintOf(`"${statusCommand(surface, named, job.id)} --follow" waits for the job`, context)}\n`);
        }
      });
    },
  });

/** The flag `--output` of `run`, which offers other formats with `--stream`. */
const runOutput: Input<{ readonly stream: StreamFormat } | { readonly job: JobPrinter }> = {
  add: (command) => {
    const description =
      "format of the output (default: table on a terminal, otherwise json; with --stream: text or json)";
    command.addOption(choosing([...jobOutput.formats, "text"])(new Option(outputFlag, description)));
  },
  read: async (command, refuse, context) =>
    command.opts().stream === true
      ? { stream: await streamOutput.read(command, refuse, context) }
      : { job: await jobOutput.read(command, refuse, context) },
};

export const runsyncCommand = (surface: Surface) =>
  commandOf({
    name: "runsync",
    summary: "submit a job and wait for its result in the same request",
    description:
      "Submits a job of at most 20 MB (20,000,000 bytes) and waits for its result. If the wait ends first, the job continues, and the exit code is 5. " +
      "After Ctrl-C, the job also continues, but you do not know its id. So use `run --follow` for a job that you may want to interrupt.",
    inputs: { ...surface.inputs, ...submissionInputs, wait, output: jobOutput },
    examples: surface.examples.runsync,
    run: async ({ input, output, wait, ...flags }, outer) => {
      const { isFinished } = await import("../../client/index.js");
      const named = asNamed(flags);
      const use = { command: "runsync", more: "--input -", doing: "waiting for the result", changes: true };
      await surface.at(named, use, outer, async ({ id, platform, progress, context: { signal } }) => {
        const operations = surface.operationsOf(platform);
        const job = await operations.runsync(id, input, { ...optionsOf({ input, ...flags }), wait, signal });
        progress.stop();
        await printJob(job, { output, surface, platform });
        if (!isFinished(job)) {
          throw new JobUnfinishedError(
            `job ${job.id} did not finish in time and continues: \`${statusCommand(surface, named, job.id)}\` shows it`,
          );
        }
        // Throws the error of a job that did not complete.
        await operations.track(id, job, { input });
      });
    },
  });
