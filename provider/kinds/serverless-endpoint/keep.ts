import type { Endpoint } from "../../../client";
import { formatDuration } from "../../../kernel/duration";
import type { Run } from "../../session/run";
import { type Condition, WaitTimeoutError, waitFor } from "../../waiting/wait-for";
import { type Activity, healthOf, watchedActivities } from "./activity";
import type { Queued } from "./queue";

export interface Keeping {
  readonly queued: Queued;
  readonly keepMs: number;
}

/**
 * Keeps an idle endpoint for some time, because RunPod deletes the results of jobs together with the endpoint. The wait
 * ends early if no job has ended, or when a job arrives that the policy does not purge. It returns the elapsed
 * milliseconds.
 */
export async function keepResults(run: Run, { id, type }: Endpoint, { keepMs, queued }: Keeping): Promise<number> {
  const { clock, platform, report, signal } = run;
  if (keepMs === 0 || type === "LB") return 0;
  const { completed = 0, failed = 0 } = (await healthOf(platform, id, signal))?.jobs ?? {};
  if (completed + failed === 0) {
    report(`endpoint ${id}: no job has ended on it, so it has no results to keep`);
    return 0;
  }
  const began = clock.now();
  const deadline = began + keepMs;
  const until = new Date(deadline).toISOString();
  const state = `without workers, it keeps the results of its jobs until ${until} (drain.keepFor ${formatDuration(keepMs)})`;
  const describe = () => ({ subject: `endpoint ${id}:`, state });
  const condition: Condition<Activity> = (activity) => ({
    ok: activity === undefined || (queued !== "purge" && activity.queued > 0),
    waitingFor: "the end of the time in drain.keepFor",
  });
  const poller = run.poller(watchedActivities);
  try {
    await waitFor(run, { id, poller, first: await poller.read(id, signal), condition, deadline, describe });
  } catch (error) {
    if (!(error instanceof WaitTimeoutError)) throw error;
  }
  return clock.now() - began;
}
