import { allEndpoints, type Platform } from "../../platform/platform";
import type { Endpoint } from "../../records/endpoint";
import type { Job, JobStatus } from "../../records/job";
import { Execution } from "../../scripts/execution";
import { echo, handlerOf, type JobHandler } from "../../scripts/handler";
import { fits } from "../../scripts/pod-scripts";
import { findModel } from "../public-endpoints/models";

/** The executions that this process started. A job from a state file has no execution here. */
const executions = new WeakMap<Job, Execution>();

/** A worker takes an empty input for a missing input and drops the job. In a recording, RunPod noticed it after 42 seconds. */
const lossMs = 42_000;

/** Runs the endpoint's handler for a job in progress. */
export function perform(platform: Platform, endpoint: Endpoint, job: Job): void {
  const { clock, settings } = platform;
  // The clock may have advanced since the job's start. The events need the start, because it identifies their run.
  const run = { endpoint: endpoint.id, job: job.id, startedAt: job.startedAt ?? clock.now() };
  clock.after(job.executionTimeout, { kind: "job-timeout", ...run });
  if (Object.keys(job.input).length === 0 && endpoint.publicModel === undefined) {
    clock.after(lossMs, { kind: "job-loss", ...run });
    return;
  }
  const execution = new Execution(
    {
      now: () => clock.now(),
      usualMs: settings.jobDuration,
      plan: (step, at) => clock.after(at - clock.now(), { kind: "job-step", ...run, step }),
      settle: () => {
        clock.settle();
        clock.wake();
      },
    },
    {
      handler: handlerFor(platform, endpoint),
      input: job.input,
      job: { id: job.id, endpointId: endpoint.id },
    },
  );
  executions.set(job, execution);
}

/** Continues after chunks were delivered; false when this process does not run the job. */
export function resume(job: Job): boolean {
  const execution = executions.get(job);
  execution?.resume();
  return execution !== undefined;
}

/** Whether this process runs the job, or ran it until it planned the end. */
export function isPerformed(job: Job): boolean {
  return executions.has(job);
}

/** Stops the handler of a job that has ended or was removed. */
export function halt(job: Job): void {
  const execution = executions.get(job);
  executions.delete(job);
  const reason = reasons[job.status];
  if (reason !== undefined) execution?.stop(reason);
}

/** The reason that the handler gets; undefined if it has ended by itself. */
const reasons: Readonly<Record<JobStatus, string | undefined>> = {
  COMPLETED: undefined,
  FAILED: undefined,
  CANCELLED: "the job was cancelled",
  TIMED_OUT: "the job ran longer than it may",
  IN_QUEUE: "the job was removed",
  IN_PROGRESS: "the job was removed",
};

/** Stops every handler. */
export function haltAll(platform: Platform): void {
  for (const { workers } of allEndpoints(platform)) for (const { job } of workers) if (job) halt(job);
}

/** Tries id, name, then the newest matching pattern. A public model has its own handler unless an id or a name overrides it. */
function handlerFor({ handlers }: Platform, { id, name, publicModel }: Endpoint): JobHandler {
  const named = handlers.get(id) ?? handlers.get(name);
  if (named) return handlerOf(named);
  const model = findModel(publicModel);
  if (model) return (input, job) => model.respond(input, job.id);
  const fitting = [...handlers].findLast(([pattern]) => fits(pattern, name))?.[1];
  return fitting ? handlerOf(fitting) : echo;
}
