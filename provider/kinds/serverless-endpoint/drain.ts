import { type Endpoint, RuleError } from "../../../client";
import { mayHaveHadEffect } from "../../creating/unconfirmed-creates";
import { isEngineGone, messageOf, OperationError } from "../../operations/errors";
import { unlessNotFound } from "../../operations/not-found";
import type { Run } from "../../operations/run";
import { why } from "../../operations/unfinished";
import { withDeadline } from "../../waiting/deadline";
import { type Condition, WaitError, waitFor } from "../../waiting/wait-for";
import { type Activity, describeActivity, watchedActivities } from "./activity";
import { isIdle, queueIsEmpty } from "./readiness";
import type { ServerlessEndpointInputs } from "./serverless-endpoint";
import { wholeSet } from "./wire";

/**
 * Restoring the workers must work even when the run was cancelled. With an engine there is time for a used-up minute of
 * requests; without one, this process has little time left.
 */
const restoreTimeoutMs = { withEngine: 90_000, withoutEngine: 15_000 };

interface Policy {
  readonly queued: "purge" | "process" | "refuse";
  readonly inProgress: "wait" | "abandon";
}

export function drainPolicy({ drain }: Partial<ServerlessEndpointInputs>): Policy {
  return { queued: drain?.queued ?? "purge", inProgress: drain?.inProgress ?? "wait" };
}

/**
 * Deletes an endpoint without losing jobs: first its queue is handled, then its workers stop, then the endpoint goes. A
 * drain that fails deletes nothing and restores the worker numbers, because the engine records nothing about a failed
 * delete.
 */
export async function drainAndDelete(run: Run, endpoint: Endpoint, policy: Policy): Promise<void> {
  const deadline = run.clock.now() + run.timeoutMs;
  try {
    await handleQueue(run, endpoint, policy, deadline);
  } catch (error) {
    const touched = mayHaveHadEffect(error)
      ? "its queue may have been purged, its workers were not touched"
      : "nothing was changed";
    throw new OperationError(`${whatFailed(run, endpoint, error)}; ${touched}. ${advice(policy)}`);
  }
  try {
    await scaleDown(run, endpoint);
    while ((await waitUntilIdle(run, endpoint, policy, deadline)) === "jobs left") {
      await processLateJobs(run, endpoint, deadline);
      await scaleDown(run, endpoint);
    }
    await run.platform.endpoints.delete(endpoint.id, { signal: run.signal });
    run.report(`endpoint ${endpoint.id} is deleted`);
  } catch (error) {
    const workers = await restoreWorkers(run, endpoint);
    if (workers === undefined) return;
    throw new OperationError(`${whatFailed(run, endpoint, error)}; it was not deleted${workers}. ${advice(policy)}`);
  }
}

async function handleQueue(run: Run, endpoint: Endpoint, { queued }: Policy, deadline: number): Promise<void> {
  if (endpoint.type === "LB") return;
  const activity = await readActivity(run, endpoint);
  if (activity === undefined || activity.queued === 0) return;
  const waiting = `${activity.queued} job${activity.queued === 1 ? "" : "s"} in its queue`;
  switch (queued) {
    case "refuse":
      throw new OperationError(`it has ${waiting}, and drain.queued is "refuse"`);
    case "process":
      if (endpoint.workersMax === 0) {
        throw new OperationError(
          `it has ${waiting} that must be processed, but workersMax is 0: no worker will ever take them`,
        );
      }
      run.report(`endpoint ${endpoint.id} processes ${waiting}`);
      await waitForActivity(run, endpoint, queueIsEmpty, deadline, activity);
      return;
    case "purge":
      await purge(run, endpoint);
  }
}

/** After a lost response the queue shows the outcome. A second purge may also remove jobs that came since. */
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

async function scaleDown(run: Run, endpoint: Endpoint): Promise<void> {
  if (endpoint.workersMin === 0 && endpoint.workersMax === 0) return;
  run.report(`endpoint ${endpoint.id}: workersMin and workersMax to 0`);
  await setWorkers(run, endpoint.id, { workersMin: 0, workersMax: 0 });
}

/** Only these two numbers: what somebody else has changed since the drain began stays. */
async function setWorkers(
  { platform: { endpoints }, signal }: Pick<Run, "platform" | "signal">,
  id: string,
  { workersMin, workersMax }: Pick<Endpoint, "workersMin" | "workersMax">,
): Promise<void> {
  const now = await endpoints.get(id, { signal });
  await endpoints.update(id, { ...wholeSet(now), workersMin, workersMax }, { signal });
}

/** Jobs may arrive between an empty queue and the last worker. The policy purges, refuses or processes them. */
async function waitUntilIdle(
  run: Run,
  endpoint: Endpoint,
  policy: Policy,
  deadline: number,
): Promise<"idle" | "jobs left"> {
  const before = await readActivity(run, endpoint);
  if (policy.inProgress === "abandon" && before !== undefined && before.inProgress > 0) {
    run.report(`endpoint ${endpoint.id}: not waiting for ${describeActivity({ ...before, queued: 0, workers: 0 })}`);
  }
  const last = await waitForActivity(run, endpoint, isIdle(policy.inProgress), deadline, before);
  if (policy.queued === "purge" || last === undefined || last.queued === 0) return "idle";
  if (policy.queued === "process" && endpoint.workersMax > 0) return "jobs left";
  throw new OperationError(`${describeActivity(last)}: new jobs arrived while it was drained`);
}

/** Restores the workers for jobs that arrived while these were stopping. */
async function processLateJobs(run: Run, endpoint: Endpoint, deadline: number): Promise<void> {
  run.report(`endpoint ${endpoint.id}: new jobs arrived while its workers were stopping, so it gets them back`);
  await setWorkers(run, endpoint.id, endpoint);
  await waitForActivity(run, endpoint, queueIsEmpty, deadline, await readActivity(run, endpoint));
}

async function waitForActivity(
  run: Run,
  { id }: Endpoint,
  condition: Condition<Activity>,
  deadline: number,
  first: Activity | undefined,
): Promise<Activity | undefined> {
  const describe = (activity: Activity | undefined) => ({
    subject: `endpoint ${id}:`,
    state: activity === undefined ? "gone" : describeActivity(activity),
  });
  return await waitFor(run, { id, poller: run.poller(watchedActivities), first, condition, deadline, describe });
}

function readActivity({ poller, signal }: Run, { id }: Endpoint): Promise<Activity | undefined> {
  return poller(watchedActivities).read(id, signal);
}

/** The outcome, as the rest of a sentence. `undefined`: the endpoint is gone. */
async function restoreWorkers(run: Run, endpoint: Endpoint): Promise<string | undefined> {
  const { id, workersMin, workersMax } = endpoint;
  const numbers = `workersMin ${workersMin} and workersMax ${workersMax}`;
  try {
    return await withDeadline(
      run.clock,
      restoreTimeoutMs[isEngineGone(run.signal) ? "withoutEngine" : "withEngine"],
      async (signal) => {
        const now = await unlessNotFound(run.platform.endpoints.get(id, { signal }));
        if (now === undefined) return undefined;
        if (workersMin === 0 && workersMax === 0) return "";
        const isOurs = now.workersMax === 0 || (now.workersMin === workersMin && now.workersMax === workersMax);
        if (!isOurs)
          return `, and it keeps workersMin ${now.workersMin} and workersMax ${now.workersMax}, which somebody else has set`;
        await run.platform.endpoints.update(id, { ...wholeSet(now), workersMin, workersMax }, { signal });
        return `, and it has ${numbers} again`;
      },
    );
  } catch (error) {
    return `, and ${numbers} could not be restored (${messageOf(error)}): it serves nothing until they are`;
  }
}

function whatFailed(run: Run, { id, name }: Endpoint, error: unknown): string {
  const refused = error instanceof RuleError ? "the platform refused the delete: " : "";
  const last = error instanceof WaitError ? (error.last as Activity | undefined) : undefined;
  const left = last === undefined ? "" : `, with ${describeActivity(last)}`;
  return `endpoint ${id} ("${name}") could not be drained: ${refused}${why(run, error)}${left}`;
}

function advice({ queued, inProgress }: Policy): string {
  const process = queued === "process" ? " As long as somebody submits jobs, it never ends." : "";
  const wait = inProgress === "wait" ? ", a longer customTimeouts.delete" : "";
  return `To continue: let its jobs finish, or give the resource another drain policy${wait} and run "pulumi up" first: a delete follows what the last "pulumi up" recorded (drain.queued "${queued}", drain.inProgress "${inProgress}").${process}`;
}
