import { type Endpoint, PermissionError, RuleError } from "../../../client";
import { isNotFound, substitute } from "../../../client/http/answers/substitute";
import { parseDuration } from "../../../kernel/duration";
import { messageOf } from "../../../kernel/plain-text";
import { withoutStop } from "../../../kernel/text";
import { why } from "../../lifecycle/unfinished";
import { withDeadline } from "../../pulumi/deadline";
import { isEngineGone, OperationError } from "../../pulumi/errors";
import { unlessNotFound } from "../../session/not-found";
import type { Run } from "../../session/run";
import { mayHaveHadEffect } from "../../session/unconfirmed-creates";
import { type Condition, WaitError, WaitTimeoutError } from "../../waiting/wait-for";
import {
  type Activity,
  activityOf,
  countedIn,
  describeActivity,
  healthIfReported,
  healthOf,
  watchedViews,
  withList,
} from "./activity";
import { beforeDrain, describeNumbers, hasNoWorkers, plainName, setWorkers } from "./drain-mark";
import { type Keeping, keepResults } from "./keep";
import { handleQueue, JobsLeftError, processLateJobs, readActivity, waitForActivity, waysOn } from "./queue";
import { idleness, isIdle } from "./readiness";
import type { ServerlessEndpointInputs } from "./serverless-endpoint";
import { wholeSet } from "./wire";

/**
 * Time limit for restoring the workers, which must work even in a cancelled run. With an engine, the limit lets
 * Podwright wait out RunPod's rate limit, which counts by the minute. Without an engine, this process soon exits.
 */
const restoreTimeoutMs = { withEngine: 90_000, withoutEngine: 15_000 };

interface Policy extends Keeping {
  readonly inProgress: "wait" | "abandon";
}

export function drainPolicy({ drain }: Partial<ServerlessEndpointInputs>): Policy {
  const { queued = "process", inProgress = "wait", keepFor = "0s" } = drain ?? {};
  return { queued, inProgress, keepMs: parseDuration(keepFor) };
}

/**
 * Reads an endpoint, and looks into the list before the endpoint counts as deleted: the read may be older than the endpoint,
 * and the state would forget an endpoint that costs money.
 */
export async function readBeforeDelete(
  { platform: { endpoints } }: Run,
  id: string,
  signal: AbortSignal,
): Promise<Endpoint | undefined> {
  const listed = () => substitute(endpoints.find(id, { signal, maxAgeMs: 0 }), isUnlisted, undefined);
  return (await unlessNotFound(endpoints.get(id, { signal }))) ?? (await listed());
}

/** A list that the key may not read, or that the server lacks, says nothing. `confirmGone` tells the two apart. */
const isUnlisted = (error: unknown) => isNotFound(error) || error instanceof PermissionError;

/**
 * Deletes an endpoint without losing jobs: handles its queue, stops its workers, and deletes the endpoint. A failed drain
 * deletes nothing and restores the worker numbers, because the engine records nothing about a failed delete. It also restores
 * the numbers from before an earlier, interrupted drain.
 */
export async function drainAndDelete(run: Run, found: Endpoint, policy: Policy): Promise<void> {
  const deadline = run.clock.now() + run.timeoutMs;
  const endpoint = beforeDrain(found);
  let isTouched = endpoint !== found;
  try {
    await handleQueue(run, { endpoint, isCut: isTouched }, policy.queued, deadline);
    isTouched = true;
    // The time for `keepFor` extends the drain's deadline.
    for (let until = deadline; ; ) {
      await scaleDown(run, endpoint);
      await waitUntilIdle(run, endpoint, policy, until);
      until += await keepResults(run, endpoint, policy);
      const outcome = await deleteUnlessLate(run, endpoint, policy);
      if (outcome === "deleted") break;
      if (outcome === "late jobs") await processLateJobs(run, endpoint, until);
      else if (run.clock.now() >= until) throw new WaitTimeoutError(idleness, outcome);
    }
    run.report(`endpoint ${endpoint.id} is deleted`);
  } catch (error) {
    const left = isTouched ? await restoreWorkers(run, endpoint) : untouched(error);
    if (left !== undefined)
      throw new OperationError(`${whatFailed(run, endpoint, error)}; ${left}. ${advice(endpoint, policy, error)}`);
  }
}

function untouched(error: unknown): string {
  return mayHaveHadEffect(error)
    ? "Podwright may have purged the endpoint's queue, but did not change its workers"
    : "nothing was changed";
}

async function scaleDown(run: Run, endpoint: Endpoint): Promise<void> {
  if (hasNoWorkers(endpoint)) return;
  run.report(`endpoint ${endpoint.id}: workersMin and workersMax to 0`);
  await setWorkers(run, endpoint, { workersMin: 0, workersMax: 0 });
}

async function waitUntilIdle(run: Run, endpoint: Endpoint, policy: Policy, deadline: number): Promise<void> {
  const before = await readActivity(run, endpoint);
  if (policy.inProgress === "abandon" && before !== undefined && before.inProgress > 0) {
    run.report(
      `endpoint ${endpoint.id}: not waiting for ${describeActivity({ id: before.id, queued: 0, inProgress: before.inProgress })}`,
    );
  }
  try {
    await untilViewsAgree(run, endpoint, isIdle(policy.inProgress), { deadline, first: before });
  } catch (error) {
    throw await namingBothViews(run, error);
  }
}

/** Adds both numbers of workers to a time-out error: from the counters and from the list. */
async function namingBothViews({ platform, signal }: Run, error: unknown): Promise<unknown> {
  const last = error instanceof WaitTimeoutError ? (error.last as Activity | undefined) : undefined;
  if (last === undefined || last.listed !== undefined) return error;
  const both = await withList(platform, last, signal).catch(() => last);
  return new WaitTimeoutError(idleness, both);
}

/** Milliseconds, at time scale 1, for which the counters and the list must agree. */
const agreedMs = 2_000;

/**
 * Waits until the counters show an idle endpoint, and a moment later both the counters and the list of workers show it.
 * Recordings show that the two can differ at the same moment. The last read of the counters comes right before the
 * delete.
 */
async function untilViewsAgree(
  run: Run,
  endpoint: Endpoint,
  condition: Condition<Activity>,
  { deadline, first }: { readonly deadline: number; readonly first: Activity | undefined },
): Promise<void> {
  const { clock, platform, signal, timeScale } = run;
  let seen = await waitForActivity(run, endpoint, condition, deadline, first);
  while (seen !== undefined) {
    await clock.sleep(agreedMs * timeScale, signal);
    seen = await withList(platform, seen, signal);
    if (condition(seen).ok) return;
    if (clock.now() >= deadline) throw new WaitTimeoutError(idleness, seen);
    seen = await waitForActivity(run, endpoint, condition, deadline, seen, watchedViews);
  }
}

/**
 * Deletes the endpoint unless new jobs have arrived. RunPod accepts jobs as long as the endpoint exists, so the last
 * read comes right before the delete.
 */
async function deleteUnlessLate(
  run: Run,
  endpoint: Endpoint,
  policy: Policy,
): Promise<"deleted" | "late jobs" | Activity> {
  const { endpoints } = run.platform;
  try {
    await endpoints.delete(endpoint.id, { signal: run.signal, lastLook: () => lookAgain(run, endpoint, policy) });
    return "deleted";
  } catch (error) {
    if (error instanceof LateJobsError) return "late jobs";
    if (error instanceof LateWorkersError) return error.seen;
    throw error;
  }
}

async function lookAgain(
  { platform, report, signal }: Run,
  endpoint: Endpoint,
  { queued, inProgress }: Policy,
): Promise<void> {
  const isBalancer = endpoint.type === "LB";
  const health = await (isBalancer ? healthIfReported : healthOf)(platform, endpoint.id, signal);
  if (health !== undefined && inProgress === "wait" && countedIn(health) > 0)
    throw new LateWorkersError(activityOf(endpoint, health));
  if (isBalancer) return;
  const late = health?.jobs.inQueue ?? 0;
  if (late === 0) return;
  const jobs = describeActivity({ id: endpoint.id, queued: late, inProgress: 0 });
  if (queued === "purge")
    return report(
      `endpoint ${endpoint.id}: ${jobs} since the drain began; the delete removes these jobs with the endpoint`,
    );
  if (queued === "process" && endpoint.workersMax > 0) throw new LateJobsError();
  throw new JobsLeftError(`${jobs}: new jobs arrived during the drain`);
}

/**
 * Restores the workers and returns the outcome as the end of a sentence. Returns `undefined` for a deleted endpoint.
 */
async function restoreWorkers(run: Run, before: Endpoint): Promise<string | undefined> {
  const { id, workersMin, workersMax } = before;
  const numbers = describeNumbers(before);
  try {
    return await withDeadline(
      run.clock,
      restoreTimeoutMs[isEngineGone(run.signal) ? "withoutEngine" : "withEngine"],
      async (signal) => {
        const now = await readBeforeDelete(run, id, signal);
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
    return `it was not deleted, and Podwright could not restore ${numbers} (${withoutStop(messageOf(error))}): the endpoint has no workers until a "pulumi up" with the endpoint in the program restores these numbers`;
  }
}

function whatFailed(run: Run, { id, name }: Endpoint, error: unknown): string {
  const refused = error instanceof RuleError ? "RunPod refused the delete: " : "";
  const last = error instanceof WaitError ? (error.last as Activity | undefined) : undefined;
  const left = last === undefined ? "" : `, with ${describeActivity(last)}`;
  return `endpoint ${id} ("${name}") could not be drained: ${refused}${why(run, error)}${left}`;
}

/** Jobs arrived while the workers stopped, and the policy processes them. */
class LateJobsError extends Error {}

/** After the drain, the counters show workers again. */
class LateWorkersError extends Error {
  constructor(readonly seen: Activity) {
    super();
  }
}

/** Returns advice for the cause. More time helps only after a time-out. */
function advice(endpoint: Endpoint, policy: Policy, error: unknown): string {
  return error instanceof JobsLeftError || error instanceof WaitTimeoutError
    ? waysOn(endpoint, policy, error)
    : "When the cause is fixed, run the delete again.";
}
