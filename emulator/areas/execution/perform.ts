import { allEndpoints, type Platform } from "../../platform/platform";
import type { Endpoint } from "../../records/endpoint";
import type { Job, JobStatus } from "../../records/job";
import { Execution } from "../../scripts/execution";
import { echo, handlerOf, type JobHandler } from "../../scripts/handler";
import { fits } from "../../scripts/pod-scripts";
import { findModel } from "../public-endpoints/models";

/** Executions that this process started. A job from a state file has no execution here. */
const executions = new WeakMap<Job, Execution>();

/**
 * Recorded milliseconds until RunPod notices that a worker dropped a job. A worker drops a job with an empty input, because it
 * treats the input as missing.
 */
const lossMs = 42_000;

/** Runs the endpoint's handler for a job in progress. */
export function perform(platform: Platform, endpoint: Endpoint, job: Job): void {
  const { clock, settings } = platform;
  // The start of the job identifies its run in events. The clock may have advanced since the start, so `now` is the wrong time.
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

/** Continues the handler after its chunks were delivered. Returns false if this process does not run the job. */
export function resume(job: Job): boolean {
  const execution = executions.get(job);
  execution?.resume();
  return execution !== undefined;
}

/**
 * Whether this process runs the job. The answer is also true if the handler has ended and the end of the job is already
 * scheduled.
 */
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

/** Abort reason that the handler receives, for each status. `undefined` if the handler has ended normally. */
const reasons: Readonly<Record<JobStatus, string | undefined>> = {
  COMPLETED: undefined,
  FAILED: undefined,
  CANCELLED: "the job was cancelled",
  TIMED_OUT: "the job ran longer than its time limit",
  IN_QUEUE: "the job was removed",
  IN_PROGRESS: "the job was removed",
};

/** Stops all handlers. */
export function haltAll(platform: Platform): void {
  for (const { workers } of allEndpoints(platform)) for (const { job } of workers) if (job) halt(job);
}

/**
 * Returns the handler of an endpoint. The function tries the id, then the name, and then the patterns, the newest pattern
 * first. A public model has its own handler, which only an id or a name overrides.
 */
function handlerFor({ handlers }: Platform, { id, name, publicModel }: Endpoint): JobHandler {
  const named = handlers.get(id) ?? handlers.get(name);
  if (named) return handlerOf(named);
  const model = findModel(publicModel);
  if (model) return (input, job) => model.respond(input, job.id);
  const fitting = [...handlers].findLast(([pattern]) => fits(pattern, name))?.[1];
  return fitting ? handlerOf(fitting) : echo;
}
