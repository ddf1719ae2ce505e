import type { Endpoint } from "../endpoints/record";
import type { Platform } from "../platform";
import { fits } from "../pods/scripts";
import { findModel } from "../public-endpoints/models";
import { Execution } from "./execution";
import { echo, type JobHandler } from "./handler";
import type { Job, JobStatus } from "./record";
import { handlerOf } from "./script";

/** What runs in this process; a job that was loaded from a file has none. */
const executions = new WeakMap<Job, Execution>();

/** Has the endpoint's handler do a job that is in progress from now on. */
export function perform(platform: Platform, endpoint: Endpoint, job: Job): void {
  const { clock, settings } = platform;
  // Not the clock again: it may have moved on since, and the events would be about another run.
  const run = { endpoint: endpoint.id, job: job.id, startedAt: job.startedAt ?? clock.now() };
  clock.after(job.executionTimeout, { kind: "job-timeout", ...run });
  const execution = new Execution(
    {
      now: () => clock.now(),
      pace: settings.jobDuration,
      plan: (step, at) => clock.after(at - clock.now(), { kind: "job-step", ...run, step }),
      look: () => {
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

/** Asks for what comes after the chunks that were just delivered; false when nobody works on the job here. */
export function resume(job: Job): boolean {
  const execution = executions.get(job);
  execution?.resume();
  return execution !== undefined;
}

/** Whether its handler is at work in this process, or was until it planned the end. */
export function isPerformed(job: Job): boolean {
  return executions.has(job);
}

/** The job has ended or is not wanted any more. */
export function halt(job: Job): void {
  const execution = executions.get(job);
  executions.delete(job);
  const reason = reasons[job.status];
  if (reason !== undefined) execution?.stop(reason);
}

/** What the handler is told; nothing when it has ended by itself. */
const reasons: Readonly<Record<JobStatus, string | undefined>> = {
  COMPLETED: undefined,
  FAILED: undefined,
  CANCELLED: "the job was cancelled",
  TIMED_OUT: "the job ran longer than it may",
  IN_QUEUE: "the job was removed",
  IN_PROGRESS: "the job was removed",
};

/** Nobody is there any more to take what running jobs do. */
export function haltAll(platform: Platform): void {
  for (const { workers } of [...platform.endpoints.values(), ...platform.publicEndpoints.values()])
    for (const { job } of workers) if (job) halt(job);
}

/** By id, by name, then by the newest pattern that fits. A public model does what it does unless it is named. */
function handlerFor({ handlers }: Platform, { id, name, publicModel }: Endpoint): JobHandler {
  const named = handlers.get(id) ?? handlers.get(name);
  if (named) return handlerOf(named);
  const model = findModel(publicModel);
  if (model) return (input, job) => model.answer(input, job.id);
  const fitting = [...handlers].findLast(([pattern]) => fits(pattern, name))?.[1];
  return fitting ? handlerOf(fitting) : echo;
}
