import { type Job, NotFoundError, PlatformError } from "../../../client";
import { formatDuration } from "../../../kernel/duration";
import { messageOf } from "../../../kernel/plain-text";
import { withoutStop } from "../../../kernel/text";
import { withDeadline } from "../../pulumi/deadline";
import { InitError, isEngineGone, OperationError } from "../../pulumi/errors";
import type { Run } from "../../session/run";
import { WaitCancelledError, WaitError, WaitTimeoutError } from "../../waiting/wait-for";
import type { JobInputs } from "./job";
import { expired } from "./readiness";
import { timeoutOf } from "./settle";
import { jobOutputs } from "./wire";

const runsAgain = 'The next "pulumi up" runs it again.';
/** Time limit for the request that cancels a job for which no run waits. */
const cancelTimeoutMs = 10_000;

export interface JobFailure {
  readonly id: string;
  readonly inputs: JobInputs;
  /** Last known status before this wait. */
  readonly status: string;
  readonly error: unknown;
}

/** Returns the final status of an unsuccessful job, if `error` shows that the job has ended. */
export function endOf(error: unknown): string | undefined {
  if (error instanceof NotFoundError) return expired;
  if (!(error instanceof PlatformError)) return undefined;
  switch (error.code) {
    case "JOB_FAILED":
      return "FAILED";
    case "JOB_CANCELLED":
      return "CANCELLED";
    case "JOB_TIMED_OUT":
      return "TIMED_OUT";
    default:
      return undefined;
  }
}

/**
 * Returns the error for a job that the state does not contain yet. The state never gets an ended job, so the next run
 * creates it again.
 */
export async function createFailure(run: Run, failure: JobFailure): Promise<Error> {
  if (endOf(failure.error) !== undefined) {
    return new OperationError(`${messageOf(failure.error)} ${runsAgain}`);
  }
  // A killed engine records no id. The next run submits another job, so Podwright cancels this job.
  if (isEngineGone(run.signal)) await cancelUnrecorded(run, failure);
  return interrupted(run, failure);
}

/**
 * Returns the error for a job in the state. The job stays in the state even after a kill. A final status makes the next
 * run replace it.
 */
export function updateFailure(run: Run, failure: JobFailure): Error {
  const { id, inputs, error } = failure;
  const status = endOf(error);
  if (status === undefined) return interrupted(run, failure);
  return new InitError(id, jobOutputs({ status }, { ...inputs }), [`${messageOf(error)} ${runsAgain}`]);
}

/** Returns the error for a job that continues. The state contains its id, so the next run waits for it. */
function interrupted(run: Run, { id, inputs, status, error }: JobFailure): Error {
  const last = error instanceof WaitError ? (error.last as Job | undefined) : undefined;
  const reached = last?.status ?? status;
  const queue = error instanceof WaitTimeoutError && reached === "IN_QUEUE";
  return new InitError(id, jobOutputs({ ...last, status: reached }, { ...inputs }), [
    `job ${id} on endpoint ${inputs.endpointId} may not have ended: ${why(run, inputs, error)}. Its last known status is ${reached}.`,
    ...(queue
      ? [
          // RunPod counts a worker whose container never starts as running or throttled, not as unhealthy.
          "The job waits for a worker: check that the endpoint's workersMax is above 0, that RunPod has capacity, and that the workers' logs show started containers.",
        ]
      : []),
    'The job stays in the state. "pulumi up" continues to wait for this job. "pulumi destroy" cancels the job.',
  ]);
}

function why(run: Run, inputs: JobInputs, error: unknown): string {
  if (error instanceof WaitTimeoutError) {
    return `the wait reached its limit of ${formatDuration(timeoutOf(run, inputs))} (the job's timeout, or customTimeouts for a job without a timeout)`;
  }
  if (error instanceof WaitCancelledError) return "the run was cancelled";
  return withoutStop(messageOf(error));
}

async function cancelUnrecorded({ platform, clock }: Run, { id, inputs }: JobFailure): Promise<void> {
  try {
    await withDeadline(clock, cancelTimeoutMs, (signal) => platform.jobs.cancel(inputs.endpointId, id, { signal }));
  } catch {
    // No engine is left that could receive a report.
  }
}
