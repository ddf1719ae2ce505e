import { restart } from "../endpoints/workers";
import { isPerformed } from "../jobs/perform";
import type { Platform } from "../platform";
import { readState } from "./file";
import { lockState } from "./lock";
import { loadParts, partsOf } from "./parts";
import { Saving } from "./saving";

/** Puts what the file holds into a platform that was just made, and from then on saves what changes. */
export async function keepState(platform: Platform, path: string, warn: (sentence: string) => void): Promise<Saving> {
  const unlock = await lockState(path);
  try {
    const parts = await readState(path);
    if (parts) goOn(platform, parts);
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

/** As if the platform had run all the time; only what handlers were at work on was lost with their process. */
export function goOn(platform: Platform, parts: Readonly<Record<string, unknown>>): void {
  loadParts(platform, parts);
  platform.clock.settle();
  restartJobs(platform);
}

/** Begins jobs again whose handler had neither ended nor said what comes next. */
function restartJobs(platform: Platform): void {
  const planned = new Set<string>();
  for (const { due } of platform.clock.save().agenda) if (due.kind === "job-step") planned.add(due.job);
  for (const endpoint of [...platform.endpoints.values(), ...platform.publicEndpoints.values()])
    for (const { job } of [...endpoint.workers])
      if (job && !isPerformed(job) && !planned.has(job.id)) restart(platform, endpoint, job);
}
