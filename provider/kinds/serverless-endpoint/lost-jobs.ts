import type { DeleteRequest, Reading } from "../../session/resource";
import { healthOf } from "./activity";
import { drainPolicy } from "./drain";
import type { ServerlessEndpointInputs } from "./serverless-endpoint";

/** Numbers of jobs. `undefined` means that Podwright could not count them. */
type Jobs = { readonly inQueue: number; readonly inProgress: number } | undefined;

/** Returns a preview's sentences about jobs that the delete of an endpoint loses. */
export async function foreseeLostJobs(
  reading: Reading | undefined,
  { id, inputs }: DeleteRequest<ServerlessEndpointInputs>,
): Promise<string[]> {
  const { queued, inProgress } = drainPolicy(inputs);
  if (inputs.type === "LB" || (queued === "process" && inProgress === "wait")) return [];
  const health = reading && (await healthOf(reading.platform, id, reading.signal));
  const isGone = reading !== undefined && health === undefined;
  if (isGone) return [];
  const jobs = health?.jobs;
  return [...ofQueue(queued, jobs), ...(inProgress === "abandon" ? ofRunning(jobs) : [])].map(
    (sentence) => `the delete of endpoint ${id} ${sentence}`,
  );
}

function ofQueue(queued: "purge" | "process" | "refuse", jobs: Jobs): string[] {
  if (queued === "purge") return [`${purged(jobs)} ${howToKeep}`];
  return queued === "refuse" && jobs !== undefined && jobs.inQueue > 0
    ? [
        `fails as long as jobs wait in its queue (now ${counted(jobs.inQueue)}), because drain.queued is "refuse". Let the jobs finish, then make this change`,
      ]
    : [];
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
