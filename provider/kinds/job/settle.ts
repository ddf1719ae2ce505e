import type { CompletedJob, Job } from "../../../client";
import { parseDuration } from "../../../kernel/duration";
import { Poller } from "../../session/poller";
import type { Run } from "../../session/run";
import { waitFor } from "../../waiting/wait-for";
import type { JobInputs } from "./job";
import { ended } from "./readiness";

/** Jobs may take milliseconds, and RunPod's job API allows two hundred reads a second. */
const bounds = { shortestMs: 250, longestMs: 5_000 };

/**
 * The time limit of the wait for a job, in milliseconds. A job without `timeout` gets the time limit of the operation.
 */
export const timeoutOf = ({ timeoutMs }: Run, { timeout }: JobInputs): number =>
  timeout === undefined ? timeoutMs : parseDuration(timeout);

/** Waits for the end of a job and reports each state. Throws unless the job completed. */
export async function waitUntilCompleted(
  run: Run,
  job: Pick<Job, "id"> & Partial<Job>,
  inputs: JobInputs,
): Promise<CompletedJob> {
  const { endpointId, input } = inputs;
  const { id, status } = job;
  const first = status === undefined ? undefined : { ...job, status };
  const tracked = run.platform.jobs.track(endpointId, first ?? id, { input });
  const { clock, timeScale } = run;
  await waitFor(run, {
    id,
    poller: new Poller<Job>({
      clock,
      timeScale,
      ...bounds,
      read: async (_, signal) => () => tracked.status({ signal }),
    }),
    first,
    condition: ended,
    deadline: clock.now() + timeoutOf(run, inputs),
    describe: (snapshot) => snapshot && { subject: `job ${id} is`, state: snapshot.status },
  });
  return await tracked;
}
