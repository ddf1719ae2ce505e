import type { CompletedJob, Job } from "../../../client";
import type { Run } from "../../operations/run";
import { parseDuration } from "../../planning/durations";
import { pace } from "../../waiting/pace";
import { Poller } from "../../waiting/poller";
import { awaitCondition } from "../../waiting/wait-for";
import type { JobInputs } from "./job";
import { ended } from "./readiness";

/** Jobs may take milliseconds, and their host allows two hundred looks a second. */
const bounds = { shortestMs: 250, longestMs: 5_000 };

/** Waits for the end of a job, reporting each state it passes. Throws unless it completed. */
export async function awaitCompleted(
  run: Run,
  job: Pick<Job, "id"> & Partial<Job>,
  { endpointId, input, timeout }: JobInputs,
): Promise<CompletedJob> {
  const { id, status } = job;
  const first = status === undefined ? undefined : { ...job, status };
  const tracked = run.platform.jobs.track(endpointId, first ?? id, { input });
  const look = (signal: AbortSignal) => tracked.status({ signal });
  await awaitCondition({
    id,
    first,
    condition: ended,
    poller: new Poller<Job>({ ...pace(run, bounds), read: async (_, signal) => new Map([[id, await look(signal)]]) }),
    look: () => look(run.signal),
    clock: run.clock,
    timeoutMs: timeout === undefined ? run.timeoutMs : parseDuration(timeout),
    signal: run.signal,
    progress: {
      report: run.report,
      describe: (snapshot) => snapshot && { subject: `job ${id} is`, state: snapshot.status },
    },
  });
  return await tracked;
}
