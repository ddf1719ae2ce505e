import { type Endpoint, RuleError, ValidationError } from "../../../client";
import { withoutStop } from "../../../client/values/text";
import { mayHaveHadEffect } from "../../creating/unconfirmed-creates";
import { isEngineGone, messageOf, OperationError } from "../../operations/errors";
import { unlessNotFound } from "../../operations/not-found";
import type { Run } from "../../operations/run";
import { why } from "../../operations/unfinished";
import { parseDuration } from "../../planning/durations";
import { withDeadline } from "../../waiting/deadline";
import { type Condition, WaitError, WaitTimeoutError, waitFor } from "../../waiting/wait-for";
import { type Activity, describeActivity, healthOf, watchedActivities } from "./activity";
import { beforeDrain, describeNumbers, hasNoWorkers, markedName, plainName } from "./drain-mark";
import { type Keeping, keepResults } from "./keep";
import { isIdle, queueIsEmpty } from "./readiness";
import type { ServerlessEndpointInputs } from "./serverless-endpoint";
import { wholeSet } from "./wire";

/**
 * Restoring the workers must work even when the run was cancelled. With an engine there is time for a used-up minute of
 * requests; without one, this process has little time left.
 */
const restoreTimeoutMs = { withEngine: 90_000, withoutEngine: 15_000 };

interface Policy extends Keeping {
  readonly inProgress: "wait" | "abandon";
}

export function drainPolicy({ drain }: Partial<ServerlessEndpointInputs>): Policy {
  const { queued = "purge", inProgress = "wait", keepFor = "0s" } = drain ?? {};
  return { queued, inProgress, keepMs: parseDuration(keepFor) };
}

/**
 * Deletes an endpoint without losing jobs: first its queue is handled, then its workers stop, then the endpoint goes. A
 * drain that fails deletes nothing and restores the worker numbers, because the engine records nothing about a failed
 * delete. So does a drain that finds an earlier one cut short.
 */
export async function drainAndDelete(run: Run, found: Endpoint, policy: Policy): Promise<void> {
  const deadline = run.clock.now() + run.timeoutMs;
  const endpoint = beforeDrain(found);
  let isTouched = endpoint !== found;
  try {
    await handleQueue(run, { endpoint, isCut: isTouched }, policy, deadline);
    isTouched = true;
    // The time of keeping comes on top of the drain's.
    for (let until = deadline; ; ) {
      await scaleDown(run, endpoint);
      await waitUntilIdle(run, endpoint, policy, until);
      until += await keepResults(run, endpoint, policy);
      if (await deleteUnlessJobsCame(run, endpoint, policy)) break;
      await processLateJobs(run, endpoint, until);
    }
    run.report(`endpoint ${endpoint.id} is deleted`);
  } catch (error) {
    const left = isTouched ? await restoreWorkers(run, endpoint) : untouched(error);
    if (left !== undefined)
      throw new OperationError(`${whatFailed(run, endpoint, error)}; ${left}. ${advice(policy, error)}`);
  }
}

function untouched(error: unknown): string {
  return mayHaveHadEffect(error)
    ? "its queue may have been purged, its workers were not touched"
    : "nothing was changed";
}

async function handleQueue(
  run: Run,
  { endpoint, isCut }: { readonly endpoint: Endpoint; readonly isCut: boolean },
  { queued }: Policy,
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
      if (endpoint.workersMax === 0) {
        throw new JobsLeftError(
          `it has ${waiting} that must be processed, but workersMax is 0: no worker will ever take them`,
          'If the program declares workers, put them back with "pulumi up --refresh", and delete the endpoint then. Otherwise give it a workersMax, or another drain policy, and run "pulumi up" first',
        );
      }
      run.report(`endpoint ${endpoint.id} processes ${waiting}`);
      if (isCut) await setWorkers(run, endpoint, endpoint);
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
  if (hasNoWorkers(endpoint)) return;
  run.report(`endpoint ${endpoint.id}: workersMin and workersMax to 0`);
  await setWorkers(run, endpoint, { workersMin: 0, workersMax: 0 });
}

/** Only these two numbers, and the mark in the name: what somebody else has changed since the drain began stays. */
async function setWorkers(
  { platform: { endpoints }, signal }: Pick<Run, "platform" | "signal">,
  before: Endpoint,
  { workersMin, workersMax }: Pick<Endpoint, "workersMin" | "workersMax">,
): Promise<void> {
  const { id } = before;
  const now = await endpoints.get(id, { signal });
  const wanted = { ...wholeSet(now), name: plainName(now.name), workersMin, workersMax };
  const marked = { ...wanted, name: markedName({ ...before, name: now.name }) };
  try {
    await endpoints.update(id, workersMax === 0 ? marked : wanted, { signal });
  } catch (error) {
    // A name that is too long for RunPod must not keep the endpoint from its delete.
    if (workersMax !== 0 || !isRefusal(error)) throw error;
    await endpoints.update(id, wanted, { signal });
  }
}

function isRefusal(error: unknown): boolean {
  return (error instanceof RuleError || error instanceof ValidationError) && !error.outcomeUnknown;
}

async function waitUntilIdle(run: Run, endpoint: Endpoint, policy: Policy, deadline: number): Promise<void> {
  const before = await readActivity(run, endpoint);
  if (policy.inProgress === "abandon" && before !== undefined && before.inProgress > 0) {
    run.report(`endpoint ${endpoint.id}: not waiting for ${describeActivity({ ...before, queued: 0, workers: 0 })}`);
  }
  await waitForActivity(run, endpoint, isIdle(policy.inProgress), deadline, before);
}

/** RunPod takes jobs as long as the endpoint exists, so the last look is right before the delete. */
async function deleteUnlessJobsCame(run: Run, endpoint: Endpoint, policy: Policy): Promise<boolean> {
  const { endpoints } = run.platform;
  try {
    await endpoints.delete(endpoint.id, { signal: run.signal, lastLook: () => lookForLateJobs(run, endpoint, policy) });
    return true;
  } catch (error) {
    if (error instanceof LateJobsError) return false;
    throw error;
  }
}

async function lookForLateJobs(
  { platform, report, signal }: Run,
  endpoint: Endpoint,
  { queued }: Policy,
): Promise<void> {
  if (endpoint.type === "LB") return;
  const late = (await healthOf(platform, endpoint.id, signal))?.jobs.inQueue ?? 0;
  if (late === 0) return;
  const jobs = describeActivity({ id: endpoint.id, queued: late, inProgress: 0, workers: 0 });
  if (queued === "purge")
    return report(`endpoint ${endpoint.id}: ${jobs} since the drain began, deleted with the endpoint`);
  if (queued === "process" && endpoint.workersMax > 0) throw new LateJobsError();
  throw new JobsLeftError(`${jobs}: new jobs arrived while it was drained`);
}

/** Restores the workers for jobs that arrived while these were stopping. */
async function processLateJobs(run: Run, endpoint: Endpoint, deadline: number): Promise<void> {
  run.report(`endpoint ${endpoint.id}: new jobs arrived while its workers were stopping, so it gets them back`);
  await setWorkers(run, endpoint, endpoint);
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
async function restoreWorkers(run: Run, before: Endpoint): Promise<string | undefined> {
  const { id, workersMin, workersMax } = before;
  const numbers = describeNumbers(before);
  try {
    return await withDeadline(
      run.clock,
      restoreTimeoutMs[isEngineGone(run.signal) ? "withoutEngine" : "withEngine"],
      async (signal) => {
        const now = await unlessNotFound(run.platform.endpoints.get(id, { signal }));
        if (now === undefined) return undefined;
        if (hasNoWorkers(before)) return "it was not deleted";
        const isOurs = now.workersMax === 0 || (now.workersMin === workersMin && now.workersMax === workersMax);
        const wanted = { ...wholeSet(now), name: plainName(now.name), ...(isOurs ? { workersMin, workersMax } : {}) };
        if (isOurs || wanted.name !== now.name) await run.platform.endpoints.update(id, wanted, { signal });
        return isOurs
          ? `it was not deleted, and it has ${numbers} again`
          : `it was not deleted, and it keeps ${describeNumbers(now)}, which a change outside Pulumi has set`;
      },
    );
  } catch (error) {
    return `it was not deleted, and ${numbers} could not be restored (${withoutStop(messageOf(error))}): it serves nothing until the next "pulumi up" with it in the program restores them`;
  }
}

function whatFailed(run: Run, { id, name }: Endpoint, error: unknown): string {
  const refused = error instanceof RuleError ? "the platform refused the delete: " : "";
  const last = error instanceof WaitError ? (error.last as Activity | undefined) : undefined;
  const left = last === undefined ? "" : `, with ${describeActivity(last)}`;
  return `endpoint ${id} ("${name}") could not be drained: ${refused}${why(run, error)}${left}`;
}

/** The policy keeps the endpoint, because of its jobs. */
class JobsLeftError extends OperationError {
  constructor(
    message: string,
    readonly advice?: string,
  ) {
    super(message);
  }
}

/** Jobs that came while the workers stopped are still to be processed. */
class LateJobsError extends Error {}

/** By what ended the drain: more time helps only where the time was over. */
function advice({ queued, inProgress }: Policy, error: unknown): string {
  const isOver = error instanceof WaitTimeoutError;
  if (!isOver && !(error instanceof JobsLeftError)) return "Run the delete again once the cause is fixed.";
  if (error instanceof JobsLeftError && error.advice !== undefined) return `${error.advice}.`;
  const time = isOver ? ", a longer customTimeouts.delete" : "";
  const endless = isOver && queued === "process" ? " As long as clients submit jobs, it never ends." : "";
  return `To continue: let its jobs finish, or give the resource another drain policy${time} and run "pulumi up" first: a delete follows what the last "pulumi up" recorded (drain.queued "${queued}", drain.inProgress "${inProgress}").${endless}`;
}
