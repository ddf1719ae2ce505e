import type { Pod } from "../../../client";
import { formatDuration } from "../../../client/values/duration";
import { dollars } from "../../../client/values/money";
import { withoutStop } from "../../../client/values/text";
import { logReason, textsOf } from "../../lifecycle/log-tail";
import type { Run } from "../../session/run";
import { InitError, messageOf } from "../../values/errors";
import type { Values } from "../../values/values";
import { WaitCancelledError, WaitTimeoutError } from "../../waiting/wait-for";
import type { Outcome } from "./follow";
import type { TaskInputs } from "./task";
import { costUntil, type Facts, maskFor } from "./wire";

interface Ended extends Facts {
  readonly outcome: Outcome;
  readonly inputs: TaskInputs;
  readonly outputs: Values;
}

/** Returns the error of a run without success. The state keeps its log and its exit code. */
export function ended(run: Run, runId: string, facts: Ended): InitError {
  const { outcome, inputs, outputs, pod, hasPod } = facts;
  const mask = maskFor(inputs);
  const kept = hasPod ? ` RunPod keeps pod ${pod.id}, stopped (keepPod): ${stoppedPod(pod)}.` : "";
  return new InitError(runId, outputs, [
    mask(`task ${run.name} ${howItEnded(outcome, inputs)}. The run has cost ${dollars(costUntil(facts))}.${kept}`),
    ...logReason("its", textsOf(outcome.lines), mask),
    `The next "pulumi up" runs the command again, in a new run.`,
  ]);
}

function stoppedPod({ mounts }: Pod): string {
  return mounts.network === undefined ? "it costs nothing" : "it costs nothing apart from its network volume";
}

function howItEnded(outcome: Outcome, { timeout, success }: TaskInputs): string {
  if (outcome.kind === "lost") {
    const doubt = success === undefined ? "" : ", or the command failed: without a shell, Podwright cannot tell which";
    return `was LOST: ${withoutStop(outcome.why)}${doubt}`;
  }
  return outcome.result === "timeout"
    ? `TIMED_OUT: its command ran longer than its timeout of ${timeout}`
    : `FAILED: its command ended with exit code ${outcome.result.exitCode}`;
}

interface Interruption {
  readonly inputs: TaskInputs;
  readonly error: unknown;
  readonly outputs: Values;
  readonly pod: Pod;
}

/** Returns the error for a run that goes on without Podwright. */
export function interrupted(run: Run, runId: string, { inputs, error, outputs, pod }: Interruption): InitError {
  const cause =
    error instanceof WaitCancelledError || run.signal.aborted
      ? "the run of Pulumi was cancelled"
      : error instanceof WaitTimeoutError
        ? `Podwright gave up after ${formatDuration(run.timeoutMs)} waiting for ${error.waitingFor}`
        : withoutStop(messageOf(error));
  const bound =
    inputs.success === undefined
      ? `The container ends the command after ${inputs.timeout} and stops its pod, even if nobody watches.`
      : "Nobody ends the pod while Podwright does not watch it.";
  return new InitError(runId, outputs, [
    maskFor(inputs)(`task ${run.name} goes on in pod ${pod.id}: ${cause}. ${bound}`),
    'The task stays in the state. "pulumi up" goes on with this run. "pulumi destroy" ends it.',
  ]);
}
