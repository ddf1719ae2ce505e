import { isPerformed } from "../areas/execution/perform";
import { restart } from "../areas/workers/workers";
import { allEndpoints, type Platform } from "../platform/platform";
import { readState } from "./file";
import { lockState } from "./lock";
import { loadParts, partsOf } from "./parts";
import { Saving } from "./saving";

/** Loads the file into a new platform, and saves every later change. */
export async function keepState(platform: Platform, path: string, warn: (sentence: string) => void): Promise<Saving> {
  const unlock = await lockState(path);
  try {
    const parts = await readState(path);
    if (parts) resumeFrom(platform, parts);
  } catch (error) {
    await unlock();
    throw error;
  }
  const saving = new Saving({
    path,
    snapshot: () => ({ parts: partsOf(platform), savedAt: new Date(platform.clock.now()).toISOString() }),
    onFailure: warn,
    onEnd: unlock,
  });
  platform.clock.watch(() => saving.changed());
  return saving;
}

/** Continues as if the platform had never stopped, but without the progress of handlers. */
export function resumeFrom(platform: Platform, parts: Readonly<Record<string, unknown>>): void {
  loadParts(platform, parts);
  platform.clock.settle();
  restartJobs(platform);
}

/** Runs a job again if its handler had neither ended nor scheduled a step. */
function restartJobs(platform: Platform): void {
  const planned = new Set<string>();
  for (const { due } of platform.clock.save().agenda)
    if (due.kind === "job-step" || due.kind === "job-loss") planned.add(due.job);
  for (const endpoint of allEndpoints(platform))
    for (const { job } of [...endpoint.workers])
      if (job && !isPerformed(job) && !planned.has(job.id)) restart(platform, endpoint, job);
}
