import type { Job, Jobs, Platform } from "../../client";

/** Own endpoints or public models: the same job operations, under two names. */
export interface Surface {
  readonly command: "jobs" | "public";
  /** The first argument, as help names it. */
  readonly place: "endpoint" | "model";
  operationsOf(platform: Platform): Pick<Jobs, "run" | "runsync" | "status" | "cancel" | "retry" | "track">;
  /** US dollars of a finished job, where the platform reports it. */
  costOf(platform: Platform, job: Job): number | undefined;
}

export const ownEndpoints: Surface = {
  command: "jobs",
  place: "endpoint",
  operationsOf: ({ jobs }) => jobs,
  costOf: () => undefined,
};

export const publicModels: Surface = {
  command: "public",
  place: "model",
  operationsOf: ({ publicEndpoints }) => publicEndpoints,
  costOf: ({ publicEndpoints }, job) => publicEndpoints.costOf(job),
};

/** What a user types to see a job again. */
export function statusCommand({ command }: Surface, place: string, jobId: string): string {
  return `podwright ${command} status ${place} ${jobId}`;
}
