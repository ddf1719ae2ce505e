import type { DeleteRequest, Reading } from "../../session/resource";
import { healthOf } from "./activity";
import { drainPolicy } from "./drain";
import type { Queued } from "./queue";
import type { ServerlessEndpointInputs } from "./serverless-endpoint";

/** Numbers of jobs. `undefined` means that Podwright could not count them. */
type Jobs = { readonly inQueue: number; readonly inProgress: number } | undefined;

/** Returns a preview's sentences about the jobs of an endpoint that is deleted. */
export async function foreseeLostJobs(
  reading: Reading | undefined,
  { id, inputs, state }: DeleteRequest<ServerlessEndpointInputs>,
): Promise<string[]> {
  const { queued, inProgress } = drainPolicy(inputs);
  if (inputs.type === "LB") return [];
  const health = reading && (await healthOf(reading.platform, id, reading.signal));
  const isGone = reading !== undefined && health === undefined;
  if (isGone) return [];
  const jobs = health?.jobs;
  const hasWorkers = { ...state, ...inputs }.workersMax !== 0;
  return [...ofQueue(queued, jobs, hasWorkers), ...(inProgress === "abandon" ? ofRunning(jobs) : [])].map(
    (sentence) => `the delete of endpoint ${id} ${sentence}`,
  );
}

function ofQueue(queued: Queued, jobs: Jobs, hasWorkers: boolean): string[] {
  if (queued === "purge") return [`${purged(jobs)} ${howToKeep}`];
  if (jobs === undefined || jobs.inQueue === 0) return [];
  const waiting = counted(jobs.inQueue);
  if (queued === "refuse")
    return [
      `fails as long as jobs wait in its queue (now ${waiting}), because drain.queued is "refuse". Let the jobs finish, then make this change`,
    ];
  return [
    hasWorkers
      ? `waits until its workers have finished ${waiting} in its queue, because drain.queued is "process"`
      : `fails as long as jobs wait in its queue (now ${waiting}), because its workersMax is 0. Set workersMax above 0 or drain.queued to "purge" on the endpoint, and run "pulumi up" before you make this change`,
  ];
}

function ofRunning(jobs: Jobs): string[] {
  return jobs !== undefined && jobs.inProgress > 0
    ? [`does not wait for ${counted(jobs.inProgress)} in progress: drain.inProgress is "abandon"`]
    : [];
}

function purged(jobs: Jobs): string {
  if (jobs === undefined) return "purges its queue. Podwright could not count the jobs in it.";
  return jobs.inQueue === 0 ? "purges its queue, which is empty now." : `purges ${counted(jobs.inQueue)} in its queue.`;
}

const howToKeep =
  'To keep queued jobs, set drain.queued to "process" on the endpoint and run "pulumi up" before you make this change: a delete follows the policy of the last "pulumi up"';

function counted(jobs: number): string {
  return `${jobs} job${jobs === 1 ? "" : "s"}`;
}
