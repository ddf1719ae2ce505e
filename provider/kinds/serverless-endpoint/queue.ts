import type { Endpoint } from "../../../client";
import { asCalled } from "../../../kernel/as-called";
import { formatDuration } from "../../../kernel/duration";
import { OperationError } from "../../pulumi/errors";
import type { Run } from "../../session/run";
import { mayHaveHadEffect } from "../../session/unconfirmed-creates";
import { type Condition, WaitTimeoutError, waitFor } from "../../waiting/wait-for";
import { type Activity, describeActivity, watchedActivities } from "./activity";
import { setWorkers } from "./drain-mark";
import { hasWorkerForQueue, queueIsEmpty } from "./readiness";

/** Treatment of waiting jobs. */
export type Queued = "purge" | "process" | "refuse";

/** The policy forbids the delete because the endpoint has jobs. */
export class JobsLeftError extends OperationError {}

/** Purges the queue, waits until workers have finished it, or refuses the delete. `isCut`: an earlier drain was interrupted. */
export async function handleQueue(
  run: Run,
  { endpoint, isCut }: { readonly endpoint: Endpoint; readonly isCut: boolean },
  queued: Queued,
  deadline: number,
): Promise<void> {
  if (endpoint.type === "LB") return;
  const activity = await readActivity(run, endpoint);
  if (activity === undefined || activity.queued === 0) return;
  const waiting = `${activity.queued} job${activity.queued === 1 ? "" : "s"} in its queue`;
  switch (queued) {
    case "refuse":
      throw new JobsLeftError(`it has ${waiting}, and drain.queued is "refuse"`);
    case "process":
      if (endpoint.workersMax === 0)
        throw new JobsLeftError(`it has ${waiting}, and its workersMax is 0: no worker will ever take them`);
      run.report(`endpoint ${endpoint.id} processes ${waiting}`);
      if (isCut) await setWorkers(run, endpoint, endpoint);
      await untilProcessed(run, endpoint, deadline, activity);
      return;
    case "purge":
      await purge(run, endpoint);
  }
}

/** Time in which RunPod starts a worker for a waiting job, in addition to the delay of the scaler. */
const firstWorkerMs = 60_000;

/** Waits until the queue is empty. Without a worker, this would last until the time-out, so the wait then ends early. */
async function untilProcessed(
  run: Run,
  endpoint: Endpoint,
  deadline: number,
  first: Activity | undefined,
): Promise<void> {
  const { scalerType, scalerValue = 0 } = endpoint;
  const patienceMs = firstWorkerMs + (scalerType === "QUEUE_DELAY" ? scalerValue * 1000 : 0);
  const latest = run.clock.now() + patienceMs;
  let seen = first;
  try {
    seen = await waitForActivity(run, endpoint, hasWorkerForQueue, Math.min(latest, deadline), first);
  } catch (error) {
    if (!(error instanceof WaitTimeoutError) || latest > deadline) throw error;
    const left = describeActivity({ id: endpoint.id, queued: (error.last as Activity).queued, inProgress: 0 });
    throw new JobsLeftError(
      `it has ${left}, and no worker that could take them: RunPod started none within ${formatDuration(patienceMs)}`,
    );
  }
  await waitForActivity(run, endpoint, queueIsEmpty, deadline, seen);
}

/** Purges the queue. After a lost response, the queue shows the outcome, because a second purge could remove newer jobs. */
async function purge(run: Run, endpoint: Endpoint): Promise<void> {
  for (let again = true; ; again = false) {
    try {
      const { removed } = await run.platform.jobs.purgeQueue(endpoint.id, { signal: run.signal });
      run.report(`endpoint ${endpoint.id}: ${removed} queued job${removed === 1 ? "" : "s"} purged`);
      return;
    } catch (error) {
      if (!mayHaveHadEffect(error)) throw error;
      const left = await readActivity(run, endpoint);
      if (left === undefined || left.queued === 0) return;
      if (!again) throw error;
    }
  }
}

/** Restores the workers for jobs that arrived while the workers stopped. */
export async function processLateJobs(run: Run, endpoint: Endpoint, deadline: number): Promise<void> {
  run.report(
    `endpoint ${endpoint.id}: new jobs arrived while its workers stopped, so Podwright starts the workers again`,
  );
  await setWorkers(run, endpoint, endpoint);
  await untilProcessed(run, endpoint, deadline, await readActivity(run, endpoint));
}

export async function waitForActivity(
  run: Run,
  { id }: Endpoint,
  condition: Condition<Activity>,
  deadline: number,
  first: Activity | undefined,
  watched = watchedActivities,
): Promise<Activity | undefined> {
  const describe = (activity: Activity | undefined) => ({
    subject: `endpoint ${id}:`,
    state: activity === undefined ? "gone" : describeActivity(activity),
  });
  return await waitFor(run, { id, poller: run.poller(watched), first, condition, deadline, describe });
}

export function readActivity({ poller, signal }: Run, { id }: Endpoint): Promise<Activity | undefined> {
  return poller(watchedActivities).read(id, signal);
}

/** Returns the ways on for a delete that jobs prevent. Only the purge works without another `pulumi up`. */
export function waysOn(
  { id, workersMax }: Endpoint,
  { queued, inProgress }: { readonly queued: Queued; readonly inProgress: "wait" | "abandon" },
  error: JobsLeftError | WaitTimeoutError<unknown>,
): string {
  const isOver = error instanceof WaitTimeoutError;
  const jobsWait = !isOver || ((error.last as Activity | undefined)?.queued ?? 0) > 0;
  const purges = `remove the waiting jobs (${asCalled(`podwright jobs purge-queue ${id} --yes`)})`;
  const policies = jobsWait
    ? queued === "process"
      ? ['drain.queued "purge"', "a higher workersMax"]
      : ['drain.queued "process" or "purge"']
    : inProgress === "wait"
      ? ['drain.inProgress "abandon"']
      : [];
  const changes = [...policies, ...(isOver ? ["a longer customTimeouts.delete"] : [])];
  const canEnd = workersMax > 0 || !jobsWait;
  const now = [...(canEnd ? ["let its jobs finish"] : []), ...(jobsWait ? [purges] : [])].join(", or ");
  const endless = isOver && queued === "process" ? " As long as clients submit jobs, the drain never ends." : "";
  const restored =
    canEnd || queued !== "process"
      ? ""
      : ' If the program declares workers, "pulumi up --refresh" restores workersMax.';
  return `To continue: ${now}, and run the delete again. Or change the program (${changes.join(", or ")}) and run "pulumi up" before the delete, because a delete follows what the last "pulumi up" recorded (drain.queued "${queued}", drain.inProgress "${inProgress}").${restored}${endless}`;
}
